import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { storeRefusals } from "#lib/core/server/inbox/store-refusals.ts";
import { listPeopleOfVerification } from "#lib/core/server/people/list-of-verification.ts";
import { readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { chooseTitleFields, fillTitles } from "#lib/core/server/titles/fill-titles.ts";
import { listVerificationEvents } from "#lib/core/server/verifications/events.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { storeArrivals } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { histories } from "#tools/test/history.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { retain } from "./retention.ts";
import { created, finished, strange } from "./testing/deliveries.ts";
import { rowsThatHold } from "./testing/rows-that-hold.ts";
import { knowingService } from "./testing/service.ts";

const database = await ownDatabase();
const { pool } = database;

beforeEach(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  await pool.query(
    "DELETE FROM inbox; DELETE FROM snapshot_bodies; DELETE FROM verification_reads; DELETE FROM title_fields",
  );
  await rebuildProjections(database);
});

const FOR_EVER = {
  RETENTION_PAYLOADS_DAYS: 0,
  RETENTION_PEOPLE_DAYS: 0,
  RETENTION_REFUSALS_DAYS: 0,
  RETENTION_AUDIT_DAYS: 0,
  keepsDecided: { payloads: false, people: false, audit: false },
};
const keep = (days: Partial<typeof FOR_EVER>) =>
  retain(new AbortController().signal, database, { ...FOR_EVER, ...days });

/** Makes all rows older by so many days. */
const age = (days: number) =>
  pool.query("UPDATE inbox SET received_at = received_at - make_interval(days => $1)", [days]);

const readAs = async (verification_id: string, subject: "verification" | "people") => {
  const input = { verification_id, subject, userId: "somebody", deadlineMs: 1_000 } as const;
  expect(await readVerification(database, knowingService(), input)).toMatchObject({ outcome: "read" });
};

async function known(id: string): Promise<void> {
  await storeDeliveries(pool, [created(id), finished(id)]);
  await readAs(id, "verification");
  await readAs(id, "people");
  await drainInbox(database);
}

describe("payloads", () => {
  it("are deleted once they are too old, if applied; their facts stay, also after a rebuild", async () => {
    await known("ver_old");
    const odd = await storeDeliveries(pool, [strange("{}")]);
    await age(10);
    await known("ver_new");
    const before = await dumpProjections(pool);
    const page = await getVerification("ver_old", database);
    expect(await keep({ RETENTION_PAYLOADS_DAYS: 7 })).toMatchObject({
      deliveries: 2,
      readings: 1,
      people_readings: 0,
    });
    const { rows } = await pool.query(
      "SELECT verification_id, body IS NULL AS gone FROM inbox WHERE kind = 'delivery' AND verification_id IS NOT NULL ORDER BY id",
    );
    expect(rows.map(({ gone }) => gone)).toEqual([true, true, false, false]);
    expect((await pool.query("SELECT body FROM inbox WHERE id = $1", [odd[0]?.id])).rows[0].body).not.toBeNull();
    expect(await dumpProjections(pool)).toBe(before);
    await rebuildProjections(database);
    expect(await dumpProjections(pool)).toBe(before);
    expect(await getVerification("ver_old", database)).toEqual({ ...page, other_fields: {}, last_answer_kept: false });
    expect(await keep({ RETENTION_PAYLOADS_DAYS: 7 })).toMatchObject({ deliveries: 0, readings: 0 });
  });

  it("are shown as deleted on the page", async () => {
    await known("ver_known");
    await age(10);
    await pool.query("DELETE FROM verification_reads");
    await readAs("ver_known", "people");
    await drainInbox(database);
    await keep({ RETENTION_PAYLOADS_DAYS: 7, RETENTION_PEOPLE_DAYS: 20 });
    const { items } = await listVerificationEvents({ payloads: true, verification_id: "ver_known" }, database);
    expect(items.map(({ kind, kept, payload }) => [kind, kept, payload])).toEqual([
      ["reading", true, null],
      ["reading", false, null],
      ["delivery", false, null],
      ["delivery", false, null],
    ]);
  });

  it("deleted in any history leave the same tables, over any number of rebuilds and copies", async () => {
    await fc.assert(
      fc.asyncProperty(histories(["@ver_1", "@ver_2"]), fc.constantFrom(3, 8), async (history, days) => {
        await pool.query("DELETE FROM inbox");
        await rebuildProjections(database);
        await storeArrivals(pool, history);
        await drainInbox(database);
        await age(days);
        const before = await dumpProjections(pool);
        const { rows } = await pool.query(
          "SELECT count(*)::int AS due FROM inbox WHERE state = 'applied' AND subject IS DISTINCT FROM 'people'",
        );
        const went = await keep({ RETENTION_PAYLOADS_DAYS: 7 });
        expect(went.deliveries + went.readings).toBe(days > 7 ? rows[0].due : 0);
        await rebuildProjections(database);
        expect(await dumpProjections(pool)).toBe(before);
        // The same once more, in another order: facts are sets.
        await storeArrivals(pool, [...history].reverse());
        await drainInbox(database);
        expect(await dumpProjections(pool)).toBe(before);
      }),
      { numRuns: examples(8), endOnFailure: true },
    );
  });

  it("are deleted further after an interrupted run, which leaves no row half deleted", async () => {
    await storeDeliveries(
      pool,
      Array.from({ length: 1_100 }, (_, index) => created(`ver_broken_${index % 30}`)),
    );
    await drainInbox(database);
    await age(10);
    const before = await dumpProjections(pool);
    let looks = 0;
    // Stopped once the first batch is done.
    const stopping = {
      get aborted() {
        looks += 1;
        return looks > 1;
      },
    } as AbortSignal;
    const days = { ...FOR_EVER, RETENTION_PAYLOADS_DAYS: 7 };
    expect(await retain(stopping, database, days)).toMatchObject({ deliveries: 500 });
    await rebuildProjections(database);
    expect(await dumpProjections(pool)).toBe(before);
    expect(await keep(days)).toMatchObject({ deliveries: 600 });
    await rebuildProjections(database);
    expect(await dumpProjections(pool)).toBe(before);
  });

  it("are deleted in several batches, beside a worker and another retention run", async () => {
    await storeDeliveries(
      pool,
      Array.from({ length: 1_200 }, (_, index) => created(`ver_many_${index % 40}`)),
    );
    await drainInbox(database);
    await age(10);
    const went = await Promise.all([
      keep({ RETENTION_PAYLOADS_DAYS: 7 }),
      keep({ RETENTION_PAYLOADS_DAYS: 7 }),
      known("ver_meanwhile"),
    ]);
    expect(went[0].deliveries + went[1].deliveries).toBeGreaterThanOrEqual(1_200);
    const { rows } = await pool.query(
      "SELECT count(*)::int AS kept FROM inbox WHERE verification_id LIKE 'ver_many_%' AND stated IS NULL",
    );
    expect(rows[0].kept).toBe(0);
    expect(await getVerification("ver_meanwhile", database)).not.toBeNull();
  });
});

describe("people", () => {
  it("unopened for the set time are deleted, from the search too, and come back when they are read again", async () => {
    await known("ver_unopened");
    await known("ver_opened");
    await age(100);
    await pool.query("DELETE FROM verification_reads");
    await readAs("ver_opened", "people");
    await drainInbox(database);
    expect(await rowsThatHold(pool, "Ana ver_unopened")).not.toEqual([]);
    expect(await keep({ RETENTION_PEOPLE_DAYS: 90 })).toMatchObject({ people: 1, deliveries: 0 });
    expect(await rowsThatHold(pool, "Ana ver_unopened")).toEqual([]);
    expect(await rowsThatHold(pool, "Ana ver_opened")).not.toEqual([]);
    expect(await listPeopleOfVerification("ver_unopened", database)).toBeNull();
    await rebuildProjections(database);
    expect(await rowsThatHold(pool, "Ana ver_unopened")).toEqual([]);
    await readAs("ver_unopened", "people");
    await drainInbox(database);
    expect(await rowsThatHold(pool, "Ana ver_unopened")).not.toEqual([]);
    expect((await listPeopleOfVerification("ver_unopened", database))?.full_list).toHaveLength(1);
  });
});

describe("titles", () => {
  const LEGAL = { title: ["/company/legal_name", "/name"], tax_id: ["/company/rfc"] };
  const title = async (id: string) =>
    (await pool.query("SELECT title FROM verification_summaries WHERE verification_id = $1", [id])).rows[0].title;
  const readAgain = async (id: string) => {
    await pool.query("DELETE FROM verification_reads");
    await readAs(id, "verification");
    await drainInbox(database);
  };

  it("are deleted with their answer, from the search and every other place, and come back with the next", async () => {
    await known("ver_old");
    await age(10);
    await known("ver_new");
    await chooseTitleFields(LEGAL, database);
    await fillTitles(database, new AbortController().signal);
    expect(await title("ver_old")).toBe("Casa ver_old");
    await keep({ RETENTION_PAYLOADS_DAYS: 7 });
    expect(await rowsThatHold(pool, "Casa ver_old")).toEqual([]);
    expect(await rowsThatHold(pool, "casa ver_old")).toEqual([]);
    expect(await title("ver_new")).toBe("Casa ver_new");
    const before = await dumpProjections(pool);
    await rebuildProjections(database);
    expect(await dumpProjections(pool)).toBe(before);
    await readAgain("ver_old");
    expect(await title("ver_old")).toBe("Casa ver_old");
  });

  it("stay if the same answer was read again in time", async () => {
    await chooseTitleFields(LEGAL, database);
    await known("ver_same");
    await age(10);
    await readAgain("ver_same");
    await keep({ RETENTION_PAYLOADS_DAYS: 7 });
    expect(await title("ver_same")).toBe("Casa ver_same");
    await age(10);
    await keep({ RETENTION_PAYLOADS_DAYS: 7 });
    expect(await rowsThatHold(pool, "Casa ver_same")).toEqual([]);
  });

  it("are those of the stored answers, in any history, over any number of rebuilds", async () => {
    let titled = 0;
    await fc.assert(
      fc.asyncProperty(histories(["@ver_1", "@ver_2"]), async (history) => {
        await pool.query("DELETE FROM inbox; DELETE FROM snapshot_bodies");
        await chooseTitleFields(LEGAL, database);
        await rebuildProjections(database);
        await storeArrivals(pool, history);
        await drainInbox(database);
        await age(8);
        const before = await dumpProjections(pool);
        const known = await pool.query("SELECT FROM verification_summaries WHERE title IS NOT NULL");
        titled += known.rowCount ?? 0;
        await keep({ RETENTION_PAYLOADS_DAYS: 7 });
        const { rows } = await pool.query(
          "SELECT verification_id FROM verification_summaries WHERE title IS NOT NULL OR tax_id IS NOT NULL",
        );
        expect(rows).toEqual([]);
        const after = await dumpProjections(pool);
        await rebuildProjections(database);
        expect(await dumpProjections(pool)).toBe(after);
        await storeArrivals(pool, [...history].reverse());
        await drainInbox(database);
        expect(await dumpProjections(pool)).toBe(before);
      }),
      { numRuns: examples(8), endOnFailure: true },
    );
    expect(titled).toBeGreaterThan(0);
  });
});

describe("refusals and the trail", () => {
  const actor = { user: null, address: null, user_agent: null };
  const count = async (table: string) => (await pool.query(`SELECT FROM ${table}`)).rowCount;

  it("are deleted once they are too old, in batches, and nothing younger", async () => {
    const refusal = {
      reason: "no_match",
      receiver_id: null,
      size: 1,
      body_hash: null,
      skew_seconds: 0,
      own: false,
      source_address: null,
      source_network: null,
      count: 1,
    } as const;
    const ago = (days: number) => Date.now() - days * 86_400_000;
    await storeRefusals(pool, [
      ...Array.from({ length: 1_100 }, () => ({ ...refusal, at: ago(31) })),
      { ...refusal, at: ago(29) },
    ]);
    const before = Number(await count("audit_log"));
    for (let index = 0; index < 3; index += 1) await writeAudit(pool, { action: "people.opened", ids: {}, actor });
    await pool.query(
      `INSERT INTO audit_log (at, action, ids, outcome)
       SELECT now() - interval '101 days' + n * interval '1 second', 'people.opened', '{}', 'done' FROM generate_series(1, 1200) AS n`,
    );
    // Each batch of the retention leaves an entry, and so does the run.
    const younger = before + 3 + 3 + 1;
    const went = await keep({ RETENTION_REFUSALS_DAYS: 30, RETENTION_AUDIT_DAYS: 100 });
    expect(went).toMatchObject({ refusals: 1_100, audit: 1_200 });
    expect(await count("refusals")).toBe(1);
    expect(await count("audit_log")).toBe(younger);
  });

  it("stay for ever without a setting", async () => {
    await pool.query("UPDATE refusals SET at = at - interval '10 years'");
    expect(await keep({})).toMatchObject({ refusals: 0, audit: 0 });
    expect(await count("refusals")).toBe(1);
  });
});
