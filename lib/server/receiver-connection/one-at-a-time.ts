import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { CotejoError } from "#lib/server/errors.ts";

/**
 * Held by whoever changes the account's webhooks, for as long as it takes: two that connect at once would make two, and
 * what one makes another would take for an orphan.
 */
export const WEBHOOKS_LOCK = 7_206_455_222;

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;

/**
 * Runs `work` while no process does so under the same `lock`. Who waits holds no connection meanwhile: the one who works
 * may need it. Throws CONFLICT, retryable, after 30 s.
 */
export async function oneAtATime<T>(
  pool: pg.Pool,
  lock: number,
  work: (holder: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    const holder = await pool.connect();
    let broken: Error | undefined;
    try {
      const { rows } = await holder.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [lock]);
      if (!rows[0]?.held) continue;
      try {
        return await work(holder);
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
  throw new CotejoError("CONFLICT", 409, "This is being done already, and takes long.", { retryable: true });
}
