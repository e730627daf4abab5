import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { announcedDuring } from "#test/announced.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { type Delivery, storeDeliveries } from "./store-deliveries.ts";

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
  it("announces what is not understood at once, since no worker will look at it", async () => {
    expect(await announced(strange("one"), strange("two", "ver_2"), delivery("three", { verification_id: "ver_3" })))
      // What is understood is announced by the worker that applies it.
      .toEqual({ ver_1: ["delivery"], ver_2: ["delivery"] });
  });

  it("announces nothing that names no verification", async () => {
    expect(await announced(strange("one", null))).toEqual({});
    expect((await database.pool.query("SELECT state FROM inbox")).rows).toEqual([{ state: "unrecognized" }]);
  });

  it("announces nothing of what is not committed", async () => {
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

  it("answers in the order given, whatever it announces", async () => {
    const deliveries = [strange("one"), delivery("two"), strange("one"), delivery("two")];
    const stored = await storeDeliveries(database.pool, deliveries);
    expect(stored.map((answer) => answer.stored)).toEqual([true, true, false, false]);
    expect((await database.pool.query("SELECT state, copies FROM inbox ORDER BY state")).rows).toEqual([
      { state: "pending", copies: 2 },
      { state: "unrecognized", copies: 2 },
    ]);
  });
});
