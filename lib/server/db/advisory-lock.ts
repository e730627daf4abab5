import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Client } from "./database.ts";

/**
 * Held shared by a backup, and exclusively by what wants a whole table for itself: a rebuild, a migration. Waiting here keeps
 * nobody out of a table; waiting for the table would keep everybody out until the backup has ended. Any constant.
 */
export const BACKUP_LOCK = 7_206_455_242;

type Kind = "advisory_lock" | "advisory_lock_shared" | "advisory_xact_lock";

export async function tryLock(client: Client, lock: number, kind: Kind = "advisory_lock"): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_${kind}($1) AS taken`, [lock]);
  return rows[0]?.taken ?? false;
}

/** A lock timeout, or a deadlock. */
export const isHeldUp = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

const POLL_MS = 250;

/**
 * Takes a lock by repeated attempts. A waiting statement would hold a snapshot, which CREATE INDEX CONCURRENTLY of the
 * lock's holder would wait for in turn.
 */
export async function waitForLock(client: Client, lock: number, kind?: Kind): Promise<void> {
  while (!(await tryLock(client, lock, kind))) await delay(POLL_MS);
}
