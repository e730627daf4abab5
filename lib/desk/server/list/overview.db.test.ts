import { expect, it } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { getOverview } from "./overview.ts";

const database = await ownDatabase();

it("counts nothing in an empty database", async () => {
  expect(await getOverview(database)).toEqual({
    total: 0,
    by_status: {},
    by_documents_status: {},
    with_high_findings: 0,
    with_high_findings_final: 0,
    with_item_errors: 0,
    last_event_at: null,
  });
});

it("counts each value by its own name, also one outside the interface, and none as unknown", async () => {
  const rows = [
    { status: "pending", documents_status: "full_upload", findings_high: 2, findings_source: "final" },
    { status: "pending", documents_status: "archived", items_with_error: 3 },
    { status: "paused", documents_status: "full_upload", findings_high: 1, findings_low: 1, items_with_error: 1 },
    { status: "on_hold", documents_status: null, findings_medium: 4 },
    { status: "paused", documents_status: "archived" },
    { status: null, documents_status: null },
  ].map((row, index) => ({ verification_id: `ver_${index}`, ...row }));
  await insertSummaries(database.pool, rows);
  expect(await getOverview(database)).toEqual({
    total: 6,
    by_status: { pending: 2, paused: 2, on_hold: 1, unknown: 1 },
    by_documents_status: { full_upload: 2, archived: 2, unknown: 2 },
    with_high_findings: 2,
    with_high_findings_final: 1,
    with_item_errors: 2,
    last_event_at: null,
  });
});

it("counts equal rows up to a bound, and marks larger numbers as rounded", async () => {
  await insertSummaries(
    database.pool,
    Array.from({ length: 5 }, (_, n) => ({
      verification_id: `alike_${n}`,
      status: "pending",
      documents_status: "full_upload",
    })),
  );
  expect(await getOverview(database, { max: 3, round: 2 })).toMatchObject({
    total: { at_least: 10 },
    by_status: { pending: { at_least: 6 }, paused: 2, on_hold: 1, unknown: 1 },
    by_documents_status: { full_upload: { at_least: 6 }, archived: 2, unknown: 2 },
    with_high_findings: 2,
  });
});

/** The row counts of a node of a plan. */
type Plan = { "Actual Rows": number; "Actual Loops": number; "Rows Removed by Filter"?: number; Plans?: Plan[] };
const passed = (step: Plan): number =>
  Math.max(
    step["Actual Loops"] * (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)),
    ...(step.Plans ?? []).map(passed),
  );

it("reads no more rows of the table than it counts, however many there are", async () => {
  await database.pool.query(`
    INSERT INTO verification_list (verification_id, by_activity, by_creation, by_tag, by_status, by_documents_status,
      by_findings, by_items_with_error, facets)
    SELECT 'many_' || n, now(), now(), '', 1, 4, 100000000, 0, 505 FROM generate_series(1, 20000) AS n`);
  await database.pool.query("VACUUM ANALYZE verification_list");
  const max: number[] = [];
  const query = async (text: string) => {
    const { rows } = await database.pool.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    );
    max.push(...rows.map((row) => passed(row["QUERY PLAN"][0]?.Plan as Plan)));
    return database.pool.query(text);
  };
  const overview = await getOverview({ pool: { query } as unknown as typeof database.pool }, { max: 100 });
  expect(overview).toMatchObject({ by_status: { finished: { at_least: 0 }, pending: 7 }, with_item_errors: 2 });
  expect(Math.max(...max)).toBeLessThan(200);
});
