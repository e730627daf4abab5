import { narrowedFiles, within } from "#lib/desk/server/list/figures.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import type { Narrowing, Period } from "#lib/platform/contract/figure.ts";
import { type Client, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Parameters, parameters } from "#lib/platform/server/db/list-query.ts";

/** A computation of an answer. */
export type Work = {
  /** Finished statements. */
  done: number;
  /** Whether the next statement may begin. */
  isWanted(): boolean;
  /** Resolves when one more connection may be used, to a function that ends its use. */
  takeTurn(): Promise<() => void>;
};

export const UNBOUNDED: Work = { done: 0, isWanted: () => true, takeTurn: async () => () => undefined };

/** The parameters of an answer: the period, the period before, which ends where the period begins, and the narrowing. */
export type FigureQuery = {
  period: Insights["period"];
  previous: Period;
  narrowing: Narrowing;
  work: Work;
};

/** The parts of a statement: its range of time and files as conditions, and a placeholder for the beginning of the period. */
type Parts = Parameters & {
  current(): string;
  inPeriod(column: string): string;
  inBoth(column: string): string;
  narrowed: string;
};

export type OpenQuery = FigureQuery & { client: Client };

/** The limit of a statement, longer than that of the pool. */
const STATEMENT_MS = 120_000;
/** A connection without any answer for this long is dead. */
const ANSWER_MS = STATEMENT_MS + 1_000;

/** JIT compilation costs more than it saves here; without the memory, a quarter of a million files is sorted on disk. */
const SETTINGS = `
  SELECT set_config('jit', 'off', true), set_config('work_mem', '32MB', true),
    set_config('statement_timeout', '${STATEMENT_MS}', true)`;

export async function countInSnapshot<Answer>(
  { pool }: Pooled,
  query: FigureQuery,
  count: (query: OpenQuery) => Promise<Answer>,
): Promise<Answer> {
  const endTurn = await query.work.takeTurn();
  try {
    return await inSnapshot(pool, async (client) => {
      await client.query(SETTINGS);
      return await count({ ...query, client });
    });
  } finally {
    endTurn();
  }
}

export async function select<Row extends object>(
  { client, period, previous, narrowing, work }: OpenQuery,
  write: (parts: Parts) => string,
): Promise<Row[]> {
  if (!work.isWanted()) throw new Error("nobody waits for this answer");
  const collected = parameters();
  const files = narrowedFiles(narrowing, collected);
  const narrowed = files === null ? "" : ` AND verification_id IN (${files})`;
  const both = { since: previous.since, until: period.until };
  const text = write({
    ...collected,
    current: () => `${collected.add(period.since)}::timestamptz`,
    inPeriod: (column) => `${within(column, period, collected)}${narrowed}`,
    inBoth: (column) => `${within(column, both, collected)}${narrowed}`,
    narrowed,
  });
  // `pg` reads the limit of a single query, which its types do not have.
  const statement = { text, values: collected.values, query_timeout: ANSWER_MS };
  const { rows } = await client.query<Row>(statement);
  work.done += 1;
  return rows;
}

/** A row of the period, or of the period before. */
export type OfPeriod<Row> = Row & { is_current: boolean };

export function byPeriod<Row>(rows: readonly OfPeriod<Row>[]): { current?: Row; before?: Row } {
  return Object.fromEntries(rows.map(({ is_current, ...row }) => [is_current ? "current" : "before", row]));
}

/** SQL: for each part of the time, the number of files for which a condition holds, by the names of the conditions. */
export function filesWhere(conditions: Record<string, string>, part: { name: string; of: string }, from: string) {
  const counts = Object.keys(conditions).map((name) => `count(*) FILTER (WHERE ${name})::int AS ${name}`);
  const holds = Object.entries(conditions).map(([name, condition]) => `bool_or(${condition}) AS ${name}`);
  return `SELECT ${[part.name, ...counts].join(", ")} FROM (
    SELECT ${part.of} AS ${part.name}, verification_id, ${holds.join(", ")} FROM ${from} GROUP BY 1, 2
  ) AS file GROUP BY 1`;
}

/** SQL: the three percentiles of a column, which are null without any value. */
export const percentilesOf = (column: string, condition = "true"): string =>
  `percentile_disc(ARRAY[0.5, 0.75, 0.9]) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${condition})`;

export const asPercentiles = (values: (number | null)[] | null) => ({
  p50_seconds: values?.[0] ?? null,
  p75_seconds: values?.[1] ?? null,
  p90_seconds: values?.[2] ?? null,
});
