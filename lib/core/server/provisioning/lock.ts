import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { AdvisoryLock } from "#lib/platform/server/db/advisory-lock.ts";

const POLL_INTERVAL_MS = 100;
const WAIT_TIMEOUT_MS = 30_000;

/** Runs `work` under the lock; returns null without running it while another process holds the lock. */
export async function tryWithLock<T>(pool: pg.Pool, lock: AdvisoryLock, work: () => Promise<T>) {
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
    // The connection may still hold the lock: closing it releases the lock.
    broken = error instanceof CotejoError ? undefined : (error as Error);
    throw error;
  } finally {
    holder.release(broken);
  }
}

/** Like `tryWithLock`, but waits, without a connection: the holder may need one. CONFLICT, retryable, after 30 s. */
export async function withLock<T>(pool: pg.Pool, lock: AdvisoryLock, work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; Date.now() < deadline; await wait(POLL_INTERVAL_MS)) {
    const done = await tryWithLock(pool, lock, work);
    if (done) return done.result;
  }
  throw new CotejoError("CONFLICT", 409, "Another request is doing this already: try again later.", {
    retryable: true,
  });
}
