import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listRefusals } from "#lib/core/server/deliveries/list.ts";
import { type Refusal, storeRefusals, trimRefusals } from "#lib/core/server/inbox/store-refusals.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { createRefusalLedger, type RefusalLedger } from "./ledgers.ts";

let database: Database;
let drop: () => Promise<void>;
let ledger: RefusalLedger;
let keep: { keep?: number; keepOwn?: number };

beforeAll(async () => {
  const created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
  drop = created.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM refusals");
  keep = {};
  ledger = createRefusalLedger(
    async (refusals) => {
      await storeRefusals(database.pool, refusals);
      await trimRefusals(database.pool, keep);
    },
    (error) => {
      throw error;
    },
    1_000_000_000,
  );
});

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20, 10, 30);

const refuse = (address: string, more: Partial<Refusal> = {}, network = address) =>
  ledger.count(
    {
      at: START,
      reason: "no_match",
      receiver_id: "rcv",
      size: 10,
      body_hash: "genuine",
      skew_seconds: 0,
      source_address: address,
      own: false,
      ...more,
    },
    { address, key: network, ofService: false },
  );
const listed = async () => (await listRefusals({}, database)).items;
const GENUINE = expect.objectContaining({ source_address: "198.51.100.7", body_hash: "genuine", receiver_id: "rcv" });

test("a refusal stays listed while another source floods for minutes, also from all addresses of its network", async () => {
  refuse("198.51.100.7");
  await ledger.flush();
  let sent = 0;
  for (let second = 0; second < 30; second += 1) {
    for (let index = 0; index < 40; index += 1) {
      sent += 1;
      const body_hash = `${second} ${index}`;
      refuse(`2001:db8::${sent.toString(16)}`, { at: START + second * 1_000, body_hash }, "2001:db8:0:0");
    }
    await ledger.flush();
  }
  const all = await listed();
  expect(all).toContainEqual(GENUINE);
  // Ten samples of the flood, and its count in one row: at most five samples a second.
  expect(all).toHaveLength(12);
  expect(all[0]).toMatchObject({ body_hash: null, receiver_id: null, at: "2026-11-20T10:30:29.000000Z" });
  expect(all[0]?.count).toBe(sent - 30 * 5);
});

test("counts are one row an hour of each reason, and never more than the column holds", async () => {
  const bare = { receiver_id: null, size: null, body_hash: null, skew_seconds: null };
  for (const [at, reason] of [
    [START, "no_header"],
    [START + 1_000, "no_header"],
    [START + 2_000, "bad_header"],
    [START + HOUR_MS, "no_header"],
  ] as const) {
    refuse("192.0.2.1", { ...bare, at, reason });
    await ledger.flush();
  }
  expect((await listed()).map(({ reason, count }) => [reason, count])).toEqual([
    ["no_header", 1],
    ["bad_header", 1],
    ["no_header", 2],
  ]);
  await database.pool.query("UPDATE refusals SET count = 2147483647");
  refuse("192.0.2.1", { ...bare, reason: "no_header" });
  await ledger.flush();
  expect((await listed())[0]).toMatchObject({ reason: "no_header", count: 2147483647 });
});

test("when many sources have too many rows in all, those with most rows lose theirs first", async () => {
  keep = { keep: 12 };
  refuse("198.51.100.7");
  await ledger.flush();
  for (let source = 1; source <= 6; source += 1) {
    for (let index = 0; index < 5; index += 1) refuse(`192.0.2.${source}`, { body_hash: `${index}` });
    await ledger.flush();
  }
  const all = await listed();
  expect(all).toHaveLength(12);
  expect(all).toContainEqual(GENUINE);
});

test("refusals of the service stay however many strangers there are, also in the same network, within their own bound", async () => {
  keep = { keep: 12, keepOwn: 3 };
  refuse("198.51.100.7", { own: true });
  await ledger.flush();
  // Behind an unknown proxy all senders have one address.
  for (let index = 0; index < 30; index += 1) {
    refuse("198.51.100.7", { body_hash: `${index}` });
    refuse(`192.0.2.${index}`);
    await ledger.flush();
  }
  const ours = async () => (await listed()).filter(({ body_hash }) => body_hash === "genuine" || body_hash === "own");
  expect(await listed()).toHaveLength(13);
  expect(await listed()).toContainEqual(GENUINE);
  for (let index = 0; index < 5; index += 1) {
    refuse(`198.51.100.${index}`, { own: true, body_hash: "own" });
    await ledger.flush();
  }
  expect((await ours()).filter(({ body_hash }) => body_hash === "own")).toHaveLength(3);
  const bare = { receiver_id: null, size: null, body_hash: null, skew_seconds: null };
  refuse("203.0.113.5", { ...bare, own: true });
  refuse("203.0.113.5", bare);
  await ledger.flush();
  refuse("203.0.113.5", bare);
  await ledger.flush();
  expect((await listed()).filter((one) => one.source_address === "203.0.113.5").map(({ count }) => count)).toEqual([
    2, 1,
  ]);
});
