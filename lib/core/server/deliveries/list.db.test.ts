import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELIVERY_STATES, type DeliveryState, type DeliverySummary } from "#lib/core/contract/deliveries/delivery.ts";
import { DELIVERY_FILTER, DELIVERY_MARKS, type DeliveryFilter } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { deliver, storeArrivals } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { listDeliveries } from "./list.ts";
import { countRetryable, retryMatching } from "./retry.ts";

const database = await ownDatabase({ withoutTimeLimits: true });
const emptied = () => database.pool.query("DELETE FROM inbox");

type StoredEntry = {
  kind: "delivery" | "snapshot";
  event_name: string | null;
  verification_id: string | null;
  state: DeliveryState;
  late: boolean;
  copies: number;
  /** Quarters of a day into the first days of November: several at one instant. */
  quarter: number;
  signature: string;
  body: string;
};

const EVENTS = ["verification.v2.created", "verification.v2.finished", "verification.v3.dreamt"];
const IDS = ["ver_a", "ver_b", "7"];
const START = Date.UTC(2026, 10, 1);
const at = (quarter: number): string => new Date(START + quarter * 6 * 3_600_000).toISOString();

async function store(rows: readonly StoredEntry[]): Promise<number[]> {
  const given = rows.map(({ quarter, ...row }) => ({ ...row, received_at: at(quarter) }));
  const { rows: stored } = await database.pool.query<{ id: number }>(
    `INSERT INTO inbox (kind, event_name, verification_id, state, late, copies, received_at, signature, signed_at, receiver_id, body)
     SELECT kind, event_name, verification_id, state, late, copies, received_at, signature, 1793534400, 'r', convert_to(body, 'UTF8')
     FROM json_to_recordset($1::json) AS row(kind text, event_name text, verification_id text, state text, late boolean, copies int,
       received_at timestamptz, signature text, body text) RETURNING id`,
    [JSON.stringify(given)],
  );
  return stored.map(({ id }) => id);
}

const stored = fc.record({
  kind: fc.constantFrom("delivery" as const, "delivery" as const, "snapshot" as const),
  event_name: fc.constantFrom(...EVENTS, null),
  verification_id: fc.constantFrom(...IDS, null),
  state: fc.constantFrom(...DELIVERY_STATES),
  late: fc.boolean(),
  copies: fc.constantFrom(1, 1, 2, 9),
  quarter: fc.integer({ min: 0, max: 12 }),
  signature: fc.constant("").map(() => randomBytes(32).toString("hex")),
  body: fc.constant("{}"),
});

const day = (quarter: number): string => at(quarter).slice(0, 10);
const filters: fc.Arbitrary<DeliveryFilter> = fc.record({
  id: fc.constantFrom(null, null, ...IDS, "unknown"),
  event: fc.subarray(EVENTS),
  outcome: fc.subarray([...DELIVERY_STATES]),
  mark: fc.subarray([...DELIVERY_MARKS]),
  from: fc.option(fc.integer({ min: 0, max: 12 }).chain((quarter) => fc.constantFrom(at(quarter), day(quarter)))),
  to: fc.option(fc.integer({ min: 0, max: 12 }).chain((quarter) => fc.constantFrom(at(quarter), day(quarter)))),
});

/** The expected matches of a filter, computed row by row. */
function matches(row: StoredEntry, id: number, filter: DeliveryFilter): boolean {
  const { from, to } = filter;
  const received = at(row.quarter);
  return (
    row.kind === "delivery" &&
    (filter.id === null || [row.verification_id, row.signature, String(id)].includes(filter.id)) &&
    (filter.event.length === 0 || filter.event.includes(row.event_name ?? "")) &&
    (filter.outcome.length === 0 || filter.outcome.includes(row.state)) &&
    (!filter.mark.includes("late") || row.late) &&
    (!filter.mark.includes("copied") || row.copies > 1) &&
    (from === null || received.slice(0, from.length) >= from) &&
    (to === null || (to.length === 10 ? received.slice(0, 10) <= to : received < to))
  );
}

async function listAll(filter: DeliveryFilter, limit: number): Promise<DeliverySummary[]> {
  const items: DeliverySummary[] = [];
  let cursor: string | null = null;
  do {
    const page = await listDeliveries({ filter, cursor, limit }, database);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

describe("the list of deliveries", () => {
  beforeEach(emptied);

  it("holds the same rows as a scan, last received first, page by page, and counts them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stored, { maxLength: 30 }),
        fc.array(filters, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, filters, limit) => {
          await database.pool.query("DELETE FROM inbox");
          const ids = await store(rows);
          for (const filter of filters) {
            const expected = rows
              .map((row, index) => ({ row, id: ids[index] ?? 0 }))
              .filter(({ row, id }) => matches(row, id, filter))
              .sort((one, other) => other.row.quarter - one.row.quarter || other.id - one.id);
            const found = await listAll(filter, limit);
            expect(found.map(({ delivery_id }) => delivery_id)).toEqual(expected.map(({ id }) => id));
            expect((await listDeliveries({ filter }, database)).total).toBe(expected.length);
            const failed = expected.filter(({ row }) => row.state === "failed").length;
            expect(await countRetryable(filter, database)).toBe(failed);
          }
        },
      ),
      { numRuns: examples(12) },
    );
  });

  it("finds a delivery by its id or its signature", async () => {
    const [one] = fc.sample(stored, 1).map((row) => ({ ...row, kind: "delivery" as const }));
    if (!one) expect.unreachable();
    const [id] = await store([one, { ...one, signature: randomBytes(32).toString("hex"), verification_id: null }]);
    for (const sought of [String(id), one.signature]) {
      const { items } = await listDeliveries({ filter: { ...DELIVERY_FILTER.empty, id: sought } }, database);
      expect(items.map(({ delivery_id }) => delivery_id)).toEqual([id]);
    }
  });

  it("finds the deliveries of a file by its tag or an address, and says that nothing has another text", async () => {
    const about = { verification_id: "ver_of_tag", verification_tag: "https://crm.mx/exp?id=9" };
    await storeArrivals(database.pool, [deliver("verification.v2.created", about)]);
    await drainInbox(database);
    const sought = (id: string) => listDeliveries({ filter: { ...DELIVERY_FILTER.empty, id } }, database);
    for (const id of ["ver_of_tag", "https://crm.mx/exp?id=9", "https://cotejo.mx/verifications/ver_of_tag/people/1"]) {
      const { items, unresolved } = await sought(id);
      expect([id, items.map(({ verification_id }) => verification_id), unresolved]).toEqual([id, ["ver_of_tag"], null]);
    }
    for (const id of ["https://crm.mx/exp?id=8", "EXP-0", "0", "https://cotejo.mx/verifications/ver_none"])
      expect(await sought(id)).toMatchObject({ items: [], unresolved: "unknown" });
  });

  it("shows the time that the event states, and none if the body cannot be read", async () => {
    const event = {
      event_name: "verification.v2.created",
      data: { verification_id: "ver_a", created_at: "2026-11-01" },
    };
    const row = { ...(fc.sample(stored, 1)[0] as StoredEntry), kind: "delivery" as const, quarter: 1 };
    const signature = () => randomBytes(32).toString("hex");
    await store([
      { ...row, signature: signature(), body: JSON.stringify(event) },
      {
        ...row,
        signature: signature(),
        body: JSON.stringify({ ...event, data: { ...event.data, created_at: "soon" } }),
      },
      { ...row, signature: signature(), body: "not JSON" },
    ]);
    const { items } = await listDeliveries({ filter: DELIVERY_FILTER.empty }, database);
    expect(items.map(({ event_at, event_at_text }) => [event_at, event_at_text])).toEqual([
      [null, null],
      [null, "soon"],
      ["2026-11-01T00:00:00.000000Z", null],
    ]);
  });

  it.each([
    "nonsense",
    "2026-11-01T00:00:00.000000Z_'; DROP",
    "_1",
    "2026-11-01T00:00:00.000000Z_1_audit",
    "2026-11-01T00:00:00.000000Z_1_deliveries_1",
  ])("refuses the cursor '%s'", async (cursor) => {
    const page = listDeliveries({ filter: DELIVERY_FILTER.empty, cursor }, database);
    await expect(page).rejects.toThrow("Invalid cursor.");
  });

  it("reads a cursor of 0.4.0, which names no list", async () => {
    await store([{ ...(fc.sample(stored, 1)[0] as StoredEntry), kind: "delivery" }]);
    const cursor = "2999-01-01T00:00:00.000000Z_1";
    expect((await listDeliveries({ filter: DELIVERY_FILTER.empty, cursor }, database)).items).toHaveLength(1);
  });
});

describe("retrying all matches", () => {
  it("applies the failed deliveries among them as new ones, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stored, { maxLength: 20 }), filters, async (rows, filter) => {
        await database.pool.query("DELETE FROM inbox");
        const ids = await store(rows);
        const counted = await countRetryable(filter, database);
        expect(await retryMatching(filter, database)).toBe(counted);
        const { rows: after } = await database.pool.query<{ id: number; state: string }>("SELECT id, state FROM inbox");
        const states = new Map(after.map(({ id, state }) => [id, state]));
        for (const [index, row] of rows.entries()) {
          const id = ids[index] ?? 0;
          const taken = row.state === "failed" && matches(row, id, filter);
          expect(states.get(id)).toBe(taken ? "pending" : row.state);
        }
      }),
      { numRuns: examples(10) },
    );
  });
});

type Plan = { "Node Type": string; "Relation Name"?: string; "Rows Removed by Filter"?: number; Plans?: Plan[] };

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

describe("each filter uses an index, among many deliveries with few failures", () => {
  const MANY = 60_000;

  beforeAll(async () => {
    await database.pool.query(
      `INSERT INTO inbox (kind, event_name, verification_id, state, late, copies, received_at, signature, signed_at, receiver_id, body)
       SELECT 'delivery', CASE WHEN n % 1000 = 0 THEN 'rare' ELSE 'common' END, 'ver_' || n % 9000,
         CASE WHEN n % 5000 = 0 THEN 'failed' ELSE 'applied' END, n % 4000 = 0, CASE WHEN n % 3000 = 0 THEN 2 ELSE 1 END,
         now() - n * interval '1 second', md5(n::text), 0, 'r', '{}' FROM generate_series(1, $1) AS n`,
      [MANY],
    );
    await database.pool.query("VACUUM ANALYZE inbox");
  });

  it.each<[string, Partial<DeliveryFilter>]>([
    ["nothing", {}],
    ["an event", { event: ["rare"] }],
    ["an event that never came", { event: ["verification.v3.dreamt"] }],
    ["several events", { event: ["rare", "verification.v3.dreamt"] }],
    ["failed", { outcome: ["failed"] }],
    ["failed or not understood, of an event", { outcome: ["failed", "unrecognized"], event: ["rare"] }],
    ["being applied", { outcome: ["pending"] }],
    ["applied", { outcome: ["applied"] }],
    ["late", { mark: ["late"] }],
    ["received more than once", { mark: ["copied"] }],
    ["a day long ago", { from: "2001-01-01", to: "2001-01-02" }],
    ["a verification", { id: "ver_8" }],
    ["a verification that is not known", { id: "ver_unknown", outcome: ["applied"] }],
  ])("filtered by %s", async (_, part) => {
    const statements: { text: string; values: unknown[] }[] = [];
    const listening = (text: string, values: unknown[]) => {
      statements.push({ text, values });
      return database.pool.query(text, values);
    };
    const pool = { query: listening } as unknown as Database["pool"];
    await listDeliveries({ filter: { ...DELIVERY_FILTER.empty, ...part } }, { pool });
    // Statements that resolve the id are point queries of other indexes.
    const ofList = statements.filter(({ text }) => text.includes("state <> 'blocked'"));
    expect(ofList).toHaveLength(2);
    for (const { text, values } of ofList) {
      const { rows } = await database.pool.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      const plan = nodes(rows[0]?.["QUERY PLAN"][0]?.Plan ?? expect.unreachable());
      const inbox = plan.filter((node) => node["Relation Name"] === "inbox");
      expect(inbox.length).toBeGreaterThan(0);
      // To count ten thousand of nearly all rows, a scan of the table is as good as an index.
      const whole = inbox.filter((node) => node["Node Type"] === "Seq Scan");
      if (!text.startsWith("SELECT count")) expect(whole).toEqual([]);
      const removed = plan.reduce((sum, node) => sum + (node["Rows Removed by Filter"] ?? 0), 0);
      expect(removed).toBeLessThan(MANY / 100);
    }
  });
});
