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
};

/** Takes one step, once nobody else is at one. Throws NOT_FOUND where none is under way. */
export const takeStep = <Context extends { pool: pg.Pool }, Row, Step extends string, Answer>(
  context: Context,
  { lock, load, next, steps }: Flow<Context, Row, Step, Answer>,
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
  { lock, load, next, steps }: Flow<Context, Row, Step | "wait", unknown>,
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
