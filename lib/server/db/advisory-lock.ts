import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Client } from "./database.ts";

/**
 * A backup holds this lock shared; a rebuild and a migration, which lock tables, take it exclusively. Waiting for this lock
 * blocks nobody; waiting for a table would block all its other users until the backup has ended. Any constant.
 */
export const BACKUP_LOCK = 7_206_455_242;

type LockFunction = "advisory_lock" | "advisory_lock_shared" | "advisory_xact_lock";

export async function tryLock(client: Client, lock: number, kind: LockFunction = "advisory_lock"): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_${kind}($1) AS taken`, [lock]);
  return rows[0]?.taken ?? false;
}

/** A lock timeout, or a deadlock. */
export const isHeldUp = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

const POLL_MS = 250;

/**
 * Takes a lock by polling. A waiting statement would hold a snapshot, and CREATE INDEX CONCURRENTLY of the lock's holder
 * would wait for that snapshot.
 */
export async function waitForLock(client: Client, lock: number, kind?: LockFunction): Promise<void> {
  while (!(await tryLock(client, lock, kind))) await delay(POLL_MS);
}
