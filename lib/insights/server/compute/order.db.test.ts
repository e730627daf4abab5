import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { evaluateDue } from "#lib/desk/server/review/due.ts";
import { countPendingInsights } from "#lib/insights/server/count.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { type Arrival, renamed, storeArrivals } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { foldInsights, storedInsights } from "#tools/test/fold-insights.ts";
import { histories } from "#tools/test/history.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { computeInsights } from "./task.ts";

const database = await ownDatabase();
const { pool } = database;
const actor = { user: null, address: null, user_agent: null };
let run = 0;

beforeAll(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});

const IDS = ["@ver_1", "@ver_2"];
const under = (prefix: string, arrivals: readonly Arrival[]) => renamed(arrivals, "@", prefix);

const arranged = histories(IDS).chain((history) =>
  fc.record({
    history: fc.constant(history),
    shuffled: fc.shuffledSubarray(history, { minLength: history.length }),
    copies: fc.shuffledSubarray(history),
    cut: fc.nat({ max: history.length }),
    batch: fc.integer({ min: 1, max: 3 }),
  }),
);

/** As a worker does; two of them compute. */
async function settle(batch = 50): Promise<void> {
  await drainInbox(database);
  await evaluateDue(database, new AbortController().signal);
  await Promise.all([computeInsights(database, { batch }), computeInsights(database, { batch })]);
  await computeInsights(database);
  expect(await countPendingInsights(database)).toBe(0);
}

async function knownFiles(prefix = ""): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT verification_id AS id FROM verification_summaries WHERE starts_with(verification_id, $1) ORDER BY 1",
    [prefix],
  );
  return rows.map(({ id }) => id);
}

const allRows = async (prefix = ""): Promise<object[]> =>
  Promise.all((await knownFiles(prefix)).map((id) => storedInsights(pool, id)));

/** Every stored text is one of a run, and the other way round. */
async function expectTexts(): Promise<void> {
  const { rows } = await pool.query(
    `SELECT id, used FROM insight_texts FULL JOIN (
       SELECT DISTINCT unnest(messages || missing_fields) AS used FROM insight_runs
     ) AS run ON id = used WHERE id IS NULL OR used IS NULL`,
  );
  expect(rows).toEqual([]);
}

it("gives the same rows for any order, copies and batches, for the fold of the rules, beside an erasure, and after a rebuild", async () => {
  await fc.assert(
    fc.asyncProperty(arranged, async ({ history, shuffled, copies, cut, batch }) => {
      run += 1;
      const [first, second] = [`a${run}-`, `b${run}-`];
      await storeArrivals(pool, under(first, history));
      await settle();
      const arrivals = under(second, [...shuffled, ...copies]);
      for (const part of [arrivals.slice(0, cut), arrivals.slice(cut)]) {
        await storeArrivals(pool, part);
        await settle(batch);
      }
      expect(await allRows(second)).toEqual(await allRows(first));
      for (const id of await knownFiles(first)) {
        expect(await storedInsights(pool, id)).toEqual(await foldInsights(pool, id));
      }
    }),
    { numRuns: examples(6), endOnFailure: true },
  );
  await expectTexts();

  const [gone = "", ...others] = await knownFiles();
  const before = await Promise.all(others.map((id) => storedInsights(pool, id)));
  await eraseVerification({ verification_id: gone }, actor, database);
  await expectTexts();
  await settle();
  expect(await knownFiles()).toEqual(others);
  expect(await allRows()).toEqual(before);

  await rebuildProjections(database);
  const { rows } = await pool.query("SELECT FROM insight_files");
  expect(rows).toEqual([]);
  await settle();
  expect(await allRows()).toEqual(before);
  await expectTexts();
});
