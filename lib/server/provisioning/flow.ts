import type pg from "pg";
import { notFound } from "#lib/server/errors.ts";
import { ifFree, type LOCKS, oneAtATime } from "./one-at-a-time.ts";

/**
 * What is done in steps, each committed before the next begins: whoever comes after a crash goes on from where it stands.
 * `Row` is what is stored of it.
 */
export type Flow<Context extends { pool: pg.Pool }, Row, Step extends string, Answer> = {
  lock: (typeof LOCKS)[keyof typeof LOCKS];
  /** As it is stored now; null where none is under way. */
  load(context: Context): Promise<Row | null>;
  /** The step that is to be taken. Throws CONFLICT where the one that was asked for is out of turn. */
  next(row: Row): Step;
  steps: { [step in Step]: (context: Context, row: Row) => Promise<Answer> };
  /** Notes what stood in the way, so that the step is taken again later; without it, it is thrown. */
  failed?(context: Context, row: Row, step: Step, error: unknown): Promise<Answer>;
};

/** Takes one step, once nobody else is at one. Throws NOT_FOUND where none is under way. */
export const takeStep = <Context extends { pool: pg.Pool }, Row, Step extends string, Answer>(
  context: Context,
  flow: Flow<Context, Row, Step, Answer>,
): Promise<Answer> =>
  oneAtATime(context.pool, flow.lock, async () => {
    const taken = await take(context, flow);
    if (!taken) throw notFound("This replacement");
    return taken.answer;
  });

/** Takes steps until the next one is to wait, none is under way, or another process is at one. */
export async function takeSteps<Context extends { pool: pg.Pool }, Row, Step extends string>(
  context: Context,
  flow: Flow<Context, Row, Step | "wait", unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let step: string | undefined;
  do {
    if (signal?.aborted) return;
    step = (await ifFree(context.pool, flow.lock, () => take(context, flow)))?.result?.step;
  } while (step !== undefined && step !== "wait");
}

async function take<Context extends { pool: pg.Pool }, Row, Step extends string, Answer>(
  context: Context,
  { load, next, steps, failed }: Flow<Context, Row, Step, Answer>,
): Promise<{ step: Step; answer: Answer } | null> {
  const row = await load(context);
  if (row === null) return null;
  const step = next(row);
  try {
    return { step, answer: await steps[step](context, row) };
  } catch (error) {
    if (!failed) throw error;
    return { step, answer: await failed(context, row, step, error) };
  }
}
