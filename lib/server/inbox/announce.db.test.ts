import { createHash } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBatchStore } from "#lib/receiver/store-batch.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { createInboxAnnouncer } from "./announce.ts";
import { INBOX_CHANNEL } from "./channel.ts";
import { type Delivery, storeDeliveries } from "./store-deliveries.ts";

let created: TestDatabase;
let database: Database;
let listener: pg.Client;

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
  listener = new pg.Client({ connectionString: created.url });
  await listener.connect();
  await listener.query(`LISTEN ${INBOX_CHANNEL}`);
});

afterEach(async () => {
  await listener.end();
  await database.close();
  await created.drop();
});

const delivery = (index: number): Delivery => ({
  signature: createHash("sha256").update(String(index)).digest("hex"),
  receiver_id: "rcv",
  signed_at: 1_763_640_000,
  body: Buffer.from("{}"),
  late: false,
  event_name: "verification.v2.created",
  verification_id: `ver_${index}`,
  unrecognized: null,
});

it("wakes the workers when everything is there, however many batches are stored at once", async () => {
  const batches = 40;
  const allSeen = new Promise<void>((resolve, reject) => {
    listener.on("notification", () => {
      database.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM inbox").then(({ rows }) => {
        if (rows[0]?.n === batches) resolve();
      }, reject);
    });
  });
  const { store } = createBatchStore(database);
  await Promise.all(Array.from({ length: batches }, (_, index) => store([delivery(index)])));
  // An announcement that came only before the last commit would leave this waiting for ever.
  await allSeen;
});

it("wakes nobody from within the transaction that stores: its commit would hold up every other", async () => {
  const heard: (string | undefined)[] = [];
  const end = new Promise<void>((resolve) => {
    listener.on("notification", ({ payload }) => {
      heard.push(payload);
      if (payload === "end") resolve();
    });
  });
  await storeDeliveries(database.pool, [delivery(1)]);
  await listener.query("SELECT pg_notify($1, 'end')", [INBOX_CHANNEL]);
  await end;
  expect(heard).toEqual(["end"]);
});

it("survives an announcement that fails: the next one is made", async () => {
  let failures = 1;
  const heard = new Promise((resolve) => listener.once("notification", resolve));
  const announce = createInboxAnnouncer({
    pool: {
      query: async (text: string) => {
        if (failures-- > 0) throw new Error("Connection terminated unexpectedly");
        return database.pool.query(text);
      },
    } as unknown as Database["pool"],
  });
  announce();
  announce();
  await heard;
});
