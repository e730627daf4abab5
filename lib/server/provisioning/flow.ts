import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { CotejoError, notFound } from "#lib/server/base/errors.ts";

/**
 * Advisory locks, each held for as long as a flow takes a step: two at once would create two, and what one creates the
 * other would take for a leftover. All that changes the account's webhooks shares one.
 */
export const LOCKS = { webhooks: 7_206_455_222, ownKey: 7_206_455_223, keyElsewhere: 7_206_455_224 } as const;
type Lock = (typeof LOCKS)[keyof typeof LOCKS];

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;

/** Runs `work` under the lock; null, and nothing done, while another process holds it. */
async function ifFree<T>(pool: pg.Pool, lock: Lock, work: () => Promise<T>): Promise<{ result: T } | null> {
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

/**
 * Work in steps, each committed before the next begins: after a crash the next caller resumes from the stored state. `Row`
 * is that state.
 */
export type Machine<Context extends { pool: pg.Pool }, Row, Step extends string, Answer> = {
  lock: Lock;
  /** As it is stored now; null where none is under way. */
  load(context: Context): Promise<Row | null>;
  /** The step that is to be taken. Throws CONFLICT where the one that was requested is out of turn. */
  next(row: Row): Step;
  steps: { [step in Step]: (context: Context, row: Row) => Promise<Answer> };
};

/** Takes one step, once no other is under way. Throws NOT_FOUND where none is under way. */
export const takeStep = <Context extends { pool: pg.Pool }, Row, Step extends string, Answer>(
  context: Context,
  { lock, load, next, steps }: Machine<Context, Row, Step, Answer>,
): Promise<Answer> =>
  oneAtATime(context.pool, lock, async () => {
    const row = await load(context);
    if (row === null) throw notFound("This replacement");
    return steps[next(row)](context, row);
  });

/**
 * Takes steps until the next one is to wait, none is under way, or another process is at one. `failed` notes why
 * one failed, so that it is taken again later.
 */
export async function takeSteps<Context extends { pool: pg.Pool }, Row, Step extends string>(
  context: Context,
  { lock, load, next, steps }: Machine<Context, Row, Step | "wait", unknown>,
  failed: (row: Row, step: Step | "wait", error: unknown) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const take = async (): Promise<boolean> => {
    const row = await load(context);
    if (row === null) return false;
    const step = next(row);
    await steps[step](context, row).catch((error: unknown) => failed(row, step, error));
    return step !== "wait";
  };
  while (!signal?.aborted && (await ifFree(context.pool, lock, take))?.result);
}
