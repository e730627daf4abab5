import { createHash } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { createBatchStore } from "#lib/receiver/store-batch.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { createInboxAnnouncer, type Delivery, storeDeliveries } from "./store-deliveries.ts";

let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterEach(async () => {
  await database.close();
  await created.drop();
});

const delivery = (seed: string, more: Partial<Delivery> = {}): Delivery => ({
  signature: createHash("sha256").update(seed).digest("hex"),
  receiver_id: "rcv",
  signed_at: 1_763_640_000,
  body: Buffer.from(seed),
  late: false,
  event_name: "verification.v2.created",
  verification_id: "ver_1",
  unrecognized: null,
  ...more,
});
const strange = (seed: string, verification_id: string | null = "ver_1"): Delivery =>
  delivery(seed, {
    event_name: "verification.v9.imagined",
    verification_id,
    unrecognized: "unknown_event: event_name",
  });

const announced = (...deliveries: Delivery[]) =>
  announcedDuring(created.url, () => storeDeliveries(database.pool, deliveries));

describe("storeDeliveries", () => {
  it("announces an unrecognized delivery at once, since no worker will read it", async () => {
    expect(await announced(strange("one"), strange("two", "ver_2"), delivery("three", { verification_id: "ver_3" })))
      // An understood delivery is announced by the worker that applies it.
      .toEqual({ ver_1: ["delivery"], ver_2: ["delivery"] });
  });

  it("announces nothing for a delivery without a verification", async () => {
    expect(await announced(strange("one", null))).toEqual({});
    expect((await database.pool.query("SELECT state FROM inbox")).rows).toEqual([{ state: "unrecognized" }]);
  });

  it("announces nothing before the commit", async () => {
    const rolledBack = async () => {
      const client = await database.pool.connect();
      await client.query("BEGIN");
      await storeDeliveries(client, [strange("one")]);
      await client.query("ROLLBACK");
      client.release();
    };
    expect(await announcedDuring(created.url, rolledBack)).toEqual({});
  });

  it("announces a thousand verifications in one batch, though PostgreSQL limits a message to 8,000 bytes", async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `ver_${"x".repeat(100)}_${index}`);
    const heard = await announced(...ids.map((id) => strange(id, id)));
    expect(Object.keys(heard).sort()).toEqual(ids.toSorted());
  });

  it("answers in the order given, whatever the announcement", async () => {
    const deliveries = [strange("one"), delivery("two"), strange("one"), delivery("two")];
    const stored = await storeDeliveries(database.pool, deliveries);
    expect(stored.map((answer) => answer.stored)).toEqual([true, true, false, false]);
    expect((await database.pool.query("SELECT state, copies FROM inbox ORDER BY state")).rows).toEqual([
      { state: "pending", copies: 2 },
      { state: "unrecognized", copies: 2 },
    ]);
  });
});

describe("the announcement to the workers", () => {
  let listener: pg.Client;

  beforeEach(async () => {
    listener = new pg.Client({ connectionString: created.url });
    await listener.connect();
    await listener.query(`LISTEN ${WORK_CHANNEL}`);
  });
  afterEach(() => listener.end());

  const plain = (index: number): Delivery =>
    delivery(String(index), { body: Buffer.from("{}"), verification_id: `ver_${index}` });

  it("wakes the workers after the last commit, however many batches are stored at once", async () => {
    const batches = 40;
    const allSeen = new Promise<void>((resolve, reject) => {
      listener.on("notification", () => {
        database.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM inbox").then(({ rows }) => {
          if (rows[0]?.n === batches) resolve();
        }, reject);
      });
    });
    const { store } = createBatchStore(database);
    await Promise.all(Array.from({ length: batches }, (_, index) => store([plain(index)])));
    // An announcement that came only before the last commit would leave this waiting for ever.
    await allSeen;
  });

  it("notifies no worker from within the storing transaction, whose commit would delay every other", async () => {
    const heard: (string | undefined)[] = [];
    const end = new Promise<void>((resolve) => {
      listener.on("notification", ({ payload }) => {
        heard.push(payload);
        if (payload === "end") resolve();
      });
    });
    await storeDeliveries(database.pool, [plain(1)]);
    await listener.query("SELECT pg_notify($1, 'end')", [WORK_CHANNEL]);
    await end;
    expect(heard).toEqual(["end"]);
  });

  it("continues after a failed announcement: the next one is sent", async () => {
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
});
