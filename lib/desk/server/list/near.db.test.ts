import { beforeAll, expect, it } from "vitest";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { nearSpellings } from "./near.ts";

const database = await ownDatabase();

/** Nobody's id: this reader is shown no personal identifiers. */
const READER = "00000000-0000-4000-8000-000000000000";

const near = (q: string | null, filter: Partial<VerificationFilter> = {}) =>
  nearSpellings({ ...VERIFICATION_FILTER.empty, q, ...filter }, READER, database);

beforeAll(() =>
  insertSummaries(database.pool, [
    { verification_id: "ver_1", tag: "EXP-2041", title: "Logística del Bajío, S. de R.L. de C.V." },
    { verification_id: "ver_2", tag: "EXP-2042", title: "Maderas del Sur, S.A. de C.V." },
    { verification_id: "ver_3", tag: "EXP-3", title: "Maderas Nuñez NUME800101AB1" },
  ]),
);

it("finds titles and tags of nearly the same spelling, the nearest first", async () => {
  expect(await near("lojistica del bagio")).toEqual(["Logística del Bajío, S. de R.L. de C.V."]);
  expect((await near("Maderaz del Zur"))[0]).toBe("Maderas del Sur, S.A. de C.V.");
  expect((await near("EXP-204I"))[0]).toMatch(/^EXP-204[12]$/);
  expect(await near("zzzz qqqq")).toEqual([]);
  expect(await near(null)).toEqual([]);
});

it("offers nothing where another filter may be the reason, and no text that is hidden from the reader", async () => {
  expect(await near("lojistica", { status: ["finished"] })).toEqual([]);
  expect(await near("lojistica", { sort: "tag" })).toHaveLength(1);
  expect(await near("Maderas Nunes")).not.toContain("Maderas Nuñez NUME800101AB1");
});

it("gives up after a time instead of delaying the answer", async () => {
  const other = await database.pool.connect();
  try {
    await other.query("BEGIN; LOCK TABLE verification_summaries IN ACCESS EXCLUSIVE MODE");
    expect(await near("lojistica")).toEqual([]);
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
});
