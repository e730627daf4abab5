import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { CotejoError } from "#lib/server/base/errors.ts";

/**
 * Advisory locks, each held for as long as a flow takes a step: two at once would create two, and what one creates the
 * other would take for a leftover. All that changes the account's webhooks shares one.
 */
export const LOCKS = { webhooks: 7_206_455_222, ownKey: 7_206_455_223, keyElsewhere: 7_206_455_224 } as const;
type Lock = (typeof LOCKS)[keyof typeof LOCKS];

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;

/** Runs `work` under the lock; null, and nothing done, while another process holds it. */
export async function ifFree<T>(pool: pg.Pool, lock: Lock, work: () => Promise<T>): Promise<{ result: T } | null> {
  const holder = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await holder.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [lock]);
    if (!rows[0]?.held) return null;
    try {
      return { result: await work() };
    } finally {
      await holder.query("SELECT pg_advisory_unlock($1)", [lock]);
    }
  } catch (error) {
    // With a connection that may still hold the lock, the lock goes too.
    broken = error instanceof CotejoError ? undefined : (error as Error);
    throw error;
  } finally {
    holder.release(broken);
  }
}

/**
 * As `ifFree`, but waits, and holds no connection meanwhile: who works may need it. Throws CONFLICT, retryable, after
 * 30 s.
 */
export async function oneAtATime<T>(pool: pg.Pool, lock: Lock, work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    const done = await ifFree(pool, lock, work);
    if (done) return done.result;
  }
  throw new CotejoError("CONFLICT", 409, "This is being done already, and takes long.", { retryable: true });
}
