import { beforeEach, describe, expect, it } from "vitest";
import type { TitleFields } from "#lib/core/contract/verifications/title-fields.ts";
import { claimNext, WHOLE_INBOX } from "#lib/core/server/inbox/claim.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { applyBatch } from "#lib/core/server/inbox/drain-batch.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { lockSummaries } from "#lib/core/server/projections/summarise.ts";
import { writeTitles } from "#lib/core/server/projections/write-titles.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { read, storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { chooseFirstTitleFields, chooseTitleFields, fillTitles } from "./fill-titles.ts";

const database = await ownDatabase();
const { pool } = database;
const never = new AbortController().signal;

const LEGAL: TitleFields = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };
const BRAND: TitleFields = { title: ["/brand", "/company/legal_name"], tax_id: [] };

const answer = (name: string) => ({ company: { legal_name: name, rfc: "MSU110313AB1" } });
const drained = async (...arrivals: ReturnType<typeof read>[]) => {
  await storeArrivals(pool, arrivals);
  await drainInbox(database);
};

const titles = async (): Promise<Record<string, (string | null)[]>> =>
  Object.fromEntries(
    (await pool.query("SELECT verification_id, title, tax_id FROM verification_summaries ORDER BY 1")).rows.map(
      ({ verification_id, title, tax_id }) => [verification_id, [title, tax_id]],
    ),
  );
const progress = async () => (await pool.query("SELECT done, total, filled_at FROM title_fields")).rows[0];

beforeEach(async () => {
  await pool.query("TRUNCATE inbox, snapshot_bodies, title_fields");
  await rebuildProjections(database);
});

describe("the chosen title fields", () => {
  it("are none at first: a file has its tag only", async () => {
    await drained(read("ver_1", 1, { tag: "EXP-1", ...answer("Maderas") }));
    expect(await titles()).toEqual({ ver_1: [null, null] });
  });

  it("apply to later reads, the newest answer alone, whatever the order of arrival", async () => {
    await chooseTitleFields(LEGAL, database);
    await drained(read("ver_1", 20, answer("Maderas del Sur")), read("ver_2", 20, answer("Textiles Oro")));
    await drained(read("ver_1", 10, answer("Maderas de antes")), read("ver_2", 30, { tag: "EXP-2" }));
    expect(await titles()).toEqual({ ver_1: ["Maderas del Sur", "MSU110313AB1"], ver_2: [null, null] });
  });

  it("are returned with the previous choice, and an equal choice starts nothing", async () => {
    expect(await chooseTitleFields(LEGAL, database)).toEqual({ title: [], tax_id: [] });
    await fillTitles(database, never);
    expect(await chooseTitleFields(LEGAL, database)).toEqual(LEGAL);
    expect((await progress()).filled_at).not.toBeNull();
    expect(await chooseTitleFields(BRAND, database)).toEqual(LEGAL);
    expect((await progress()).filled_at).toBeNull();
  });
});

describe("the default choice for a service with known fields", () => {
  it("names files from the start, and is replaced by an admin's choice, even an empty one", async () => {
    await chooseFirstTitleFields(LEGAL, database);
    await drained(read("ver_1", 1, answer("Maderas del Sur")));
    expect(await titles()).toEqual({ ver_1: ["Maderas del Sur", "MSU110313AB1"] });
    await chooseTitleFields({ title: [], tax_id: [] }, database);
    await chooseFirstTitleFields(LEGAL, database);
    await fillTitles(database, never);
    expect(await titles()).toEqual({ ver_1: [null, null] });
  });
});

describe("existing files", () => {
  const FILES = 450;
  const ids = Array.from({ length: FILES }, (_, index) => `ver_${String(index).padStart(3, "0")}`);

  beforeEach(() => drained(...ids.map((id) => read(id, 1, answer(`Empresa ${id}`)))));
  const titled = async () => Object.values(await titles()).filter((row) => row[0] !== null).length;

  it("are updated batch by batch, each from the end of the one before", async () => {
    await chooseTitleFields(LEGAL, database);
    expect(await titled()).toBe(0);
    await fillTitles(database, never, 1);
    expect([await titled(), await progress()]).toEqual([200, { done: 200, total: FILES, filled_at: null }]);
    // A batch whose worker is killed leaves no change.
    await expect(
      inTransaction(pool, async (tx) => {
        await lockSummaries(tx, ids);
        await writeTitles(tx, ids);
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await titled()).toBe(200);
    await Promise.all([fillTitles(database, never), fillTitles(database, never)]);
    await fillTitles(database, never);
    expect(await titled()).toBe(FILES);
    expect(await progress()).toMatchObject({ done: FILES, total: FILES, filled_at: expect.any(String) });
    expect((await titles()).ver_449).toEqual(["Empresa ver_449", "MSU110313AB1"]);
  });

  it("start again with another choice, and lose titles that are not chosen any more", async () => {
    await chooseTitleFields(LEGAL, database);
    await fillTitles(database, never, 2);
    await chooseTitleFields(BRAND, database);
    expect(await progress()).toMatchObject({ done: 0, filled_at: null });
    await fillTitles(database, never);
    expect((await titles()).ver_000).toEqual(["Empresa ver_000", null]);
    await chooseTitleFields({ title: [], tax_id: [] }, database);
    await fillTitles(database, never);
    expect(await titled()).toBe(0);
  });

  it("are the same after a rebuild, whether before, during or after it", async () => {
    await chooseTitleFields(LEGAL, database);
    await fillTitles(database, never, 1);
    await rebuildProjections(database);
    expect(await titled()).toBe(FILES);
    const before = await dumpProjections(pool);
    await fillTitles(database, never);
    expect(await dumpProjections(pool)).toBe(before);
    await rebuildProjections(database);
    expect(await dumpProjections(pool)).toBe(before);
  });
});

it("a choice waits for writers of the previous choice's titles, so that no file keeps those", async () => {
  await chooseTitleFields(LEGAL, database);
  await fillTitles(database, never);
  await storeArrivals(pool, [read("ver_new", 1, { brand: "Oro", ...answer("Textiles Oro, S.A.") })]);
  const applied = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const drain = inTransaction(pool, async (tx) => {
    await applyBatch(tx, await claimNext(tx, 10, WHOLE_INBOX), { requestReads: false });
    applied.resolve();
    await goOn.promise;
  });
  await applied.promise;
  let chosen = false;
  const choice = chooseTitleFields(BRAND, database).then(() => {
    chosen = true;
  });
  // The transaction of the choice waits for the lock, so the choice is not committed.
  await expect
    .poll(async () => (await pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount)
    .toBe(1);
  expect(chosen).toBe(false);
  goOn.resolve();
  await Promise.all([drain, choice]);
  expect(await titles()).toEqual({ ver_new: ["Textiles Oro, S.A.", "MSU110313AB1"] });
  await fillTitles(database, never);
  expect(await titles()).toEqual({ ver_new: ["Oro", null] });
});
