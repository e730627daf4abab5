import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Client } from "./database.ts";

/** Keys of advisory locks: each differs from the others, and is the same in all processes and versions. */
export const LOCKS = {
  migration: 7_206_455_219,
  keySwitch: 7_206_455_220,
  outages: 7_206_455_221,
  // Held during a step of a flow: of two concurrent steps, each would delete the other's new resource as a leftover.
  webhooks: 7_206_455_222,
  ownKey: 7_206_455_223,
  keyElsewhere: 7_206_455_224,
  erasureKey: 7_206_455_230,
  snapshotBodies: 7_206_455_231,
  titleFields: 7_206_455_232,
  scheduledBackup: 7_206_455_240,
  erasureLog: 7_206_455_241,
  /**
   * A backup holds this lock shared; a rebuild and a migration, which lock tables, take it exclusively. Waiting for this
   * lock blocks nobody; waiting for a table would block all its other users until the backup has ended.
   */
  backup: 7_206_455_242,
  /** Two launchers that grant at the same time would change the same rows of the catalogue. */
  databaseRoles: 7_206_455_244,
  /** `0023_evidence_log.sql` has the same number: a deletion takes the lock shared. */
  seal: 7_206_455_250,
  custody: 7_206_455_251,
  publishHead: 7_206_455_252,
  pdfKey: 7_206_455_253,
  insights: 7_206_455_256,
  reviewPolicy: 7_206_455_257,
  reviewKey: 7_206_455_258,
  evidenceKey: 7_206_455_259,
  notices: 7_206_455_260,
  alerts: 7_206_455_261,
} as const;

export type AdvisoryLock = (typeof LOCKS)[keyof typeof LOCKS];

type LockFunction = "advisory_lock" | "advisory_lock_shared" | "advisory_xact_lock";

export async function tryLock(client: Client, lock: AdvisoryLock, kind: LockFunction = "advisory_lock") {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_${kind}($1) AS taken`, [lock]);
  return rows[0]?.taken ?? false;
}

/** A lock timeout, or a deadlock. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

const POLL_MS = 250;

/** Takes a lock by polling: CREATE INDEX CONCURRENTLY of its holder would wait for a waiting statement's snapshot. */
export async function waitForLock(client: Client, lock: AdvisoryLock, kind?: LockFunction): Promise<void> {
  while (!(await tryLock(client, lock, kind))) await delay(POLL_MS);
}
