import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { COMPLETION_CLASS, FIGURE_CONDITIONS, IS_WAITING, WAITING_CLASS } from "#lib/desk/server/list/figures.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { COMPLETION_BUCKETS, WAITING_DAYS } from "#lib/platform/contract/figure.ts";
import { asPercentiles, byPeriod, type OfPeriod, type OpenQuery, percentilesOf, select } from "./query.ts";

type CompletionRow = {
  files: number;
  unknown: number;
  percentiles: (number | null)[] | null;
  classes: number[];
};

const CLASSES = [...COMPLETION_BUCKETS, null].map(
  (_, place) => `count(*) FILTER (WHERE ${COMPLETION_CLASS} = ${place})::int`,
);

const completedSince = ({ current, inBoth }: { current(): string; inBoth(column: string): string }): string => `
  SELECT completed_at >= ${current()} AS is_current, count(completed_after)::int AS files,
    count(*) FILTER (WHERE ${FIGURE_CONDITIONS.completion_unknown})::int AS unknown,
    ${percentilesOf("completed_after")} AS percentiles, ARRAY[${CLASSES.join(", ")}] AS classes
  FROM insight_files WHERE ${inBoth("completed_at")} GROUP BY 1`;

export async function readCompletion(query: OpenQuery) {
  const { current, before } = byPeriod(await select<OfPeriod<CompletionRow>>(query, completedSince));
  const [unreported] = await select<{ files: number }>(
    query,
    ({ inPeriod }) => `SELECT count(*)::int AS files FROM insight_files WHERE ${inPeriod("unreported_at")}`,
  );
  const completion: Insights["completion"] = {
    files: current?.files ?? 0,
    ...asPercentiles(current?.percentiles ?? null),
    buckets: [...COMPLETION_BUCKETS, null].map((until_seconds, place) => ({
      until_seconds,
      files: current?.classes[place] ?? 0,
    })),
    unknown: current?.unknown ?? 0,
    unreported: unreported?.files ?? 0,
  };
  return { completion, previous: { files: before?.files ?? 0, ...asPercentiles(before?.percentiles ?? null) } };
}

/** The states of the interface in their order, then others by name. */
const inOrder = <Row extends { documents_status: string }>(rows: readonly Row[]): Row[] => {
  const place = (name: string) => (DOCUMENTS_STATUSES as readonly string[]).indexOf(name) >>> 0;
  return rows.toSorted(
    (a, b) =>
      place(a.documents_status) - place(b.documents_status) || (a.documents_status < b.documents_status ? -1 : 1),
  );
};

export async function readFunnel(query: OpenQuery): Promise<Pick<Insights, "funnel" | "funnel_gaps">> {
  const entered = await select<{ documents_status: string; files: number; backward: number }>(
    query,
    ({ inPeriod }) => `
      SELECT documents_status, count(*)::int AS files, count(*) FILTER (WHERE moved_back)::int AS backward FROM (
        SELECT documents_status, verification_id, bool_or(${FIGURE_CONDITIONS.moved_back}) AS moved_back
        FROM insight_status_changes WHERE ${inPeriod("at")} GROUP BY 1, 2
      ) AS file GROUP BY 1`,
  );
  const left = await select<{ documents_status: string; p50_seconds: number; stayed: number }>(
    query,
    ({ inPeriod }) => `
      SELECT previous AS documents_status, p50_seconds, stayed FROM (
        SELECT previous, percentile_disc(0.5) WITHIN GROUP (ORDER BY stayed) AS p50_seconds
        FROM insight_status_changes WHERE ${inPeriod("at")} AND ${FIGURE_CONDITIONS.stayed} GROUP BY 1
      ) AS timed JOIN (
        SELECT previous, count(*)::int AS stayed FROM (
          SELECT DISTINCT previous, verification_id FROM insight_status_changes WHERE ${inPeriod("at")} AND ${FIGURE_CONDITIONS.stayed}
        ) AS file GROUP BY 1
      ) AS counted USING (previous)`,
  );
  const [gaps] = await select<{ files: number }>(
    query,
    ({ inPeriod }) => `
      SELECT count(DISTINCT verification_id)::int AS files FROM insight_status_changes
      WHERE ${inPeriod("at")} AND ${FIGURE_CONDITIONS.status_gap}`,
  );
  const names = new Set([...DOCUMENTS_STATUSES, ...entered.map(nameOf), ...left.map(nameOf)]);
  const rows = [...names].map((documents_status) => {
    const { files = 0, backward = 0 } = entered.find((row) => nameOf(row) === documents_status) ?? {};
    const { p50_seconds = null, stayed = 0 } = left.find((row) => nameOf(row) === documents_status) ?? {};
    return { documents_status, files, p50_seconds, stayed, backward };
  });
  return { funnel: inOrder(rows), funnel_gaps: gaps?.files ?? 0 };
}

const nameOf = ({ documents_status }: { documents_status: string }): string => documents_status;

/** As of now, whatever the period. */
export async function readWaiting(query: OpenQuery): Promise<Insights["waiting"]> {
  const rows = await select<{ documents_status: string; place: number; files: number }>(
    query,
    ({ narrowed }) => `
      SELECT documents_status, ${WAITING_CLASS} AS place, count(*)::int AS files
      FROM verification_summaries WHERE ${IS_WAITING}${narrowed} GROUP BY 1, 2`,
  );
  const states = inOrder(
    [...Map.groupBy(rows, nameOf)].map(([documents_status, counted]) => ({ documents_status, counted })),
  );
  return states.map(({ documents_status, counted }) => ({
    documents_status,
    ages: [...WAITING_DAYS, null].map((until_days, place) => ({
      until_days,
      files: counted.find((row) => row.place === place)?.files ?? 0,
    })),
  }));
}
