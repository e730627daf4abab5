import { FIGURE_CONDITIONS, MAX_CODE } from "#lib/desk/server/list/figures.ts";
import { type Insights, MAX_RANKED, type PreviousFigures } from "#lib/insights/contract/insights.ts";
import { asPercentiles, byPeriod, filesWhere, type OfPeriod, type OpenQuery, percentilesOf, select } from "./query.ts";

type Findings = Insights["findings"];
type RunCounts = Omit<Findings, "by_severity" | "messages" | "missing_fields" | "clean"> & Findings["by_severity"];
type RankedText = Findings["messages"][number];

/** SQL: the texts that most files have, by a column with arrays of their ids. */
const ranked = (column: string, inPeriod: string): string => `
  SELECT ranked.id::text AS id, text, files FROM (
    SELECT id, count(*)::int AS files FROM (
      SELECT DISTINCT unnest(${column}) AS id, verification_id FROM insight_runs WHERE ${inPeriod}
    ) AS found GROUP BY 1 ORDER BY files DESC, id LIMIT ${MAX_RANKED}
  ) AS ranked JOIN insight_texts USING (id) ORDER BY files DESC, id`;

export async function readFindings(query: OpenQuery) {
  const rows = await select<OfPeriod<RunCounts>>(
    query,
    ({ current, inBoth }) => `
      SELECT is_current, sum(runs)::int AS runs, sum(final_runs)::int AS final_runs,
        sum(empty_final_runs)::int AS empty_final_runs, count(*)::int AS run_files,
        count(*) FILTER (WHERE final_runs > 0)::int AS final_run_files,
        count(*) FILTER (WHERE empty_final_runs > 0)::int AS empty_final_run_files,
        count(*) FILTER (WHERE high)::int AS high, count(*) FILTER (WHERE medium)::int AS medium,
        count(*) FILTER (WHERE low)::int AS low
      FROM (
        SELECT at >= ${current()} AS is_current, verification_id, count(*) AS runs,
          count(*) FILTER (WHERE ${FIGURE_CONDITIONS.final_run}) AS final_runs,
          count(*) FILTER (WHERE ${FIGURE_CONDITIONS.empty_final_run}) AS empty_final_runs,
          bool_or(high > 0) AS high, bool_or(medium > 0) AS medium, bool_or(low > 0) AS low
        FROM insight_runs WHERE ${inBoth("at")} GROUP BY 1, 2
      ) AS file GROUP BY 1`,
  );
  const messages = await select<RankedText>(query, ({ inPeriod }) => ranked("messages", inPeriod("at")));
  const fields = await select<RankedText>(query, ({ inPeriod }) => ranked("missing_fields", inPeriod("at")));
  const [clean] = await select<{ files: number; percentiles: (number | null)[] | null }>(
    query,
    ({ inPeriod }) => `
      SELECT count(*)::int AS files, ${percentilesOf("clean_after")} AS percentiles
      FROM insight_files WHERE ${inPeriod("clean_at")}`,
  );
  const { current = NO_RUNS, before = NO_RUNS } = byPeriod(rows);
  const { high, medium, low, ...counts } = current;
  const { runs, final_runs, empty_final_runs } = before;
  return {
    findings: {
      ...counts,
      by_severity: { high, medium, low },
      messages,
      missing_fields: fields.map(({ text, files }) => ({ missing_field: text, files })),
      clean: { files: clean?.files ?? 0, ...asPercentiles(clean?.percentiles ?? null) },
    },
    previous: { runs, final_runs, empty_final_runs },
  };
}

const NO_RUNS: RunCounts = {
  ...{ runs: 0, final_runs: 0, empty_final_runs: 0, run_files: 0, final_run_files: 0, empty_final_run_files: 0 },
  ...{ high: 0, medium: 0, low: 0 },
};

export const readItems = (query: OpenQuery): Promise<Insights["items"]> =>
  select<Insights["items"][number]>(
    query,
    ({ inPeriod }) => `
      SELECT item_type, item_error, count(*)::int AS files FROM (
        SELECT DISTINCT left(item_type, ${MAX_CODE}) AS item_type, left(item_error, ${MAX_CODE}) AS item_error, verification_id
        FROM insight_item_failures WHERE ${inPeriod("at")}
      ) AS file GROUP BY 1, 2 ORDER BY files DESC, item_type, item_error LIMIT ${MAX_RANKED}`,
  );

const NO_LOOKUPS: PreviousFigures["lookups"] = { found: 0, failed: 0, corrected: 0 };

export async function readLookups(query: OpenQuery) {
  const rows = await select<OfPeriod<typeof NO_LOOKUPS>>(query, ({ current, inBoth }) => {
    const { lookup_found: found, lookup_failed: failed, lookup_corrected: corrected } = FIGURE_CONDITIONS;
    const part = { name: "is_current", of: `at >= ${current()}` };
    return filesWhere({ found, failed, corrected }, part, `insight_lookups WHERE ${inBoth("at")}`);
  });
  const by_error = await select<Insights["lookups"]["by_error"][number]>(
    query,
    ({ inPeriod }) => `
      SELECT people_error, count(*)::int AS files FROM (
        SELECT DISTINCT left(people_error, ${MAX_CODE}) AS people_error, verification_id
        FROM insight_lookups WHERE ${inPeriod("at")} AND ${FIGURE_CONDITIONS.lookup_failed}
      ) AS file GROUP BY 1 ORDER BY files DESC, people_error LIMIT ${MAX_RANKED}`,
  );
  const { current = NO_LOOKUPS, before = NO_LOOKUPS } = byPeriod(rows);
  return { lookups: { ...current, by_error }, previous: before };
}
