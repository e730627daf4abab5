import type pg from "pg";
import { ServiceError } from "#lib/server/service/service-error.ts";
import type { Context } from "./context.ts";
import { nextStep } from "./next-step.ts";
import { advance, findUnderWay, Overtaken, type Row } from "./record.ts";
import { STEPS, Standstill } from "./steps.ts";

/** Held while a step is taken: any number of workers may try. */
const ROTATION_LOCK = 7_206_455_223;

/**
 * Takes the steps of the rotation that is under way until there is nothing to do for now (design §6). Safe to call at any
 * time, by several at once, and after a crash anywhere. What the service does is noted and tried again later; throws
 * only what is not the service's doing.
 */
export async function runRotation(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await takeStep(context)));
}

/** Whether a step was taken. */
async function takeStep(context: Context): Promise<boolean> {
  const { pool } = context;
  const holder = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await holder.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [ROTATION_LOCK]);
    if (!rows[0]?.held) return false;
    try {
      return await takeNext(context, holder);
    } finally {
      await holder.query("SELECT pg_advisory_unlock($1)", [ROTATION_LOCK]);
    }
  } catch (error) {
    if (error instanceof Overtaken) return false;
    // With a connection that may still hold the lock, the lock goes too.
    broken = error as Error;
    throw error;
  } finally {
    holder.release(broken);
  }
}

async function takeNext(context: Context, holder: pg.PoolClient): Promise<boolean> {
  const row = await findUnderWay(holder);
  if (!row) return false;
  const { attempt } = row;
  const step = nextStep({
    ...row,
    open: attempt && {
      posted: attempt.posted_at !== null,
      asked: attempt.unclear !== null,
      decided: attempt.decision !== null,
    },
  });
  if (step === "wait") return false;
  try {
    await STEPS[step](context, row);
  } catch (error) {
    const problem = error instanceof ServiceError ? error.code : error instanceof Standstill ? error.problem : null;
    if (!problem) throw error;
    await postpone(context, row, problem);
  }
  return true;
}

/** The step is taken again later; from where it stands, which it may have written meanwhile. */
async function postpone({ pool, waits }: Context, { id }: Row, problem: NonNullable<Row["problem"]>): Promise<void> {
  const row = await findUnderWay(pool);
  if (row?.id !== id) return;
  const failures = row.failures + 1;
  await advance(pool, row, { problem, failures, wait: waits.backoff(failures) });
}
