import fc from "fast-check";
import { expect, it } from "vitest";
import { chooseTitleFields } from "#lib/core/server/titles/fill-titles.ts";
import { SUMMARY_COLUMNS } from "#lib/core/server/verifications/summary.ts";
import { type Arrival, deliver, HISTORY_START, read, renamed, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { foldSummary } from "#tools/test/fold-summary.ts";
import { histories } from "#tools/test/history.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { drainInbox } from "./drain.ts";
import { rebuildProjections } from "./replay.ts";

const database = await ownDatabase();
await chooseTitleFields({ title: ["/company/legal_name", "/name"], tax_id: ["/company/rfc"] }, database);
let run = 0;

const IDS = ["@ver_1", "@ver_2"];

const under = (prefix: string, arrivals: readonly Arrival[]) => renamed(arrivals, "@", prefix);

const arranged = histories(IDS).chain((history) =>
  fc.record({
    history: fc.constant(history),
    /** A permutation of the whole, followed by copies of a part. */
    shuffled: fc.shuffledSubarray(history, { minLength: history.length }),
    copies: fc.shuffledSubarray(history),
    cut: fc.nat({ max: history.length }),
    batchSize: fc.integer({ min: 1, max: 8 }),
  }),
);

it("gives the same tables for any order, copies and batches, over two workers, and for the fold of the rules", async () => {
  await fc.assert(
    fc.asyncProperty(arranged, async ({ history, shuffled, copies, cut, batchSize }) => {
      run += 1;
      const [first, second] = [`a${run}-`, `b${run}-`];
      await storeArrivals(database.pool, under(first, history));
      await drainInbox(database);

      const arrivals = under(second, [...shuffled, ...copies]);
      for (const part of [arrivals.slice(0, cut), arrivals.slice(cut)]) {
        await storeArrivals(database.pool, part);
        await Promise.all([drainInbox(database, { batchSize }), drainInbox(database, { batchSize })]);
      }
      expect(await dumpProjections(database.pool, second)).toBe(await dumpProjections(database.pool, first));

      const { rows } = await database.pool.query<{ verification_id: string }>(
        `SELECT ${SUMMARY_COLUMNS.join(", ")} FROM verification_summaries WHERE starts_with(verification_id, $1)`,
        [first],
      );
      for (const summary of rows) expect(summary).toEqual(await foldSummary(database.pool, summary.verification_id));
    }),
    // Each run goes through a database: the seed of a failure is worth more than minutes of shrinking it.
    { numRuns: examples(10), endOnFailure: true },
  );
  const { rows } = await database.pool.query("SELECT FROM inbox WHERE state NOT IN ('applied', 'unrecognized')");
  expect(rows).toEqual([]);
});

/** One of each kind of fact, so that a rebuild has something of each to lose. */
const ONE_OF_EACH: Arrival[] = [
  deliver("verification.v2.created", { verification_id: "ver_known", created_at: secondsIn(0), status: "pending" }),
  deliver("verification.v2.findings.updated", {
    verification_id: "ver_known",
    findings: [{ severity: "high", message: "Falta el acta" }],
    source: "final",
    computed_at: secondsIn(1),
    run_id: "run_1",
  }),
  { kind: "delivery", t: HISTORY_START, body: "not json" },
  read("ver_known", 2, { company: { legal_name: "Maderas del Sur", rfc: "MSU110313AB1" } }),
  read("ver_known", 2, { full_list: [{ people_id: 1, full_name: "Walter Núñez" }] }, "people"),
];

it("gives the same tables again when rebuilt from the inbox", async () => {
  await storeArrivals(database.pool, ONE_OF_EACH);
  await drainInbox(database);
  const { rows } = await database.pool.query("SELECT state FROM inbox GROUP BY 1 ORDER BY 1");
  expect(rows.map(({ state }) => state)).toEqual(["applied", "unrecognized"]);
  const before = await dumpProjections(database.pool);
  expect(before).toContain("final");
  expect(before).toContain("walter nunez");
  expect(before).toContain("maderas del sur msu110313ab1");
  await database.pool.query("UPDATE verification_summaries SET status = 'spoilt'");
  await rebuildProjections(database);
  expect(await dumpProjections(database.pool)).toBe(before);
});
