import { FIGURE_CONDITIONS } from "#lib/desk/server/list/figures.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { pointsOf } from "#lib/insights/contract/period.ts";
import type { Parameters } from "#lib/platform/server/db/list-query.ts";
import { type FigureQuery, filesWhere, type OpenQuery, select } from "./query.ts";

/** SQL: the first day of an instant's day, week or month in the zone of the period, within the period. */
function pointOf(column: string, { period }: FigureQuery, { add }: Parameters): string {
  const local = `date_trunc(${add(period.group)}, ${column} AT TIME ZONE ${add(period.time_zone)})::date`;
  return `to_char(GREATEST(${local}, ${add(period.from)}::date), 'YYYY-MM-DD')`;
}

export async function readSeries(query: OpenQuery): Promise<Insights["series"]> {
  const created = await select<{ point: string; created: number }>(
    query,
    (parts) => `
      SELECT ${pointOf("created_at", query, parts)} AS point, count(*)::int AS created
      FROM verification_summaries WHERE ${parts.inPeriod("created_at")} GROUP BY 1`,
  );
  const completed = await select<{ point: string; completed: number; p50_completion_seconds: number | null }>(
    query,
    (parts) => `
      SELECT ${pointOf("completed_at", query, parts)} AS point, count(*)::int AS completed,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY completed_after) AS p50_completion_seconds
      FROM insight_files WHERE ${parts.inPeriod("completed_at")} AND ${FIGURE_CONDITIONS.completed} GROUP BY 1`,
  );
  const runs = await select<{ point: string; final_runs: number; high: number; medium: number; low: number }>(
    query,
    (parts) => `
      SELECT point, sum(final_runs)::int AS final_runs, count(*) FILTER (WHERE high)::int AS high,
        count(*) FILTER (WHERE medium)::int AS medium, count(*) FILTER (WHERE low)::int AS low
      FROM (
        SELECT ${pointOf("at", query, parts)} AS point, verification_id,
          count(*) FILTER (WHERE ${FIGURE_CONDITIONS.final_run}) AS final_runs, bool_or(high > 0) AS high,
          bool_or(medium > 0) AS medium, bool_or(low > 0) AS low
        FROM insight_runs WHERE ${parts.inPeriod("at")} GROUP BY 1, 2
      ) AS file GROUP BY 1`,
  );
  const reviewed = await select<{ point: string; opened: number; decided: number; late: number }>(query, (parts) => {
    const { opened, decided, late } = FIGURE_CONDITIONS;
    const part = { name: "point", of: pointOf("at", query, parts) };
    const from = `insight_reviews WHERE kind = ANY ('{opened,decided}') AND ${parts.inPeriod("at")}`;
    return filesWhere({ opened, decided, late }, part, from);
  });
  return pointsOf(query.period, query.period.group).map((from): Insights["series"][number] => {
    const ofPoint = <Row extends { point: string }>(rows: readonly Row[]) => rows.find(({ point }) => point === from);
    const { high = 0, medium = 0, low = 0, final_runs = 0 } = ofPoint(runs) ?? {};
    const { opened = 0, decided = 0, late = 0 } = ofPoint(reviewed) ?? {};
    const { completed: files = 0, p50_completion_seconds = null } = ofPoint(completed) ?? {};
    return {
      from,
      created: ofPoint(created)?.created ?? 0,
      completed: files,
      p50_completion_seconds,
      final_runs,
      severity: { high, medium, low },
      ...{ opened, decided, late },
    };
  });
}
