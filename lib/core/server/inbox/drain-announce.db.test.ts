import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { type Arrival, deliver, HISTORY_START, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { drainInbox } from "./drain.ts";

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

/** Drains these arrivals and returns what was announced meanwhile, by verification. */
const announced = (arrivals: Arrival[]) =>
  announcedDuring(created.url, async () => {
    await storeArrivals(database.pool, arrivals);
    await drainInbox(database);
  });

const change = (at: number, previous: string | null, value: string, t?: number) =>
  deliver(
    "verification.v2.document_status_updated",
    {
      verification_id: "ver_1",
      previous_documents_status: previous,
      documents_status: value,
      status: "pending",
      updated_at: secondsIn(at),
    },
    t,
  );

describe("the announcement of a drain", () => {
  it("names each verification with the kinds of its new facts", async () => {
    const looked = deliver("verification_people.curp_search_completed", { verification_id: "ver_2", people_id: 1 });
    expect(await announced([change(1, null, "partial_upload"), looked])).toEqual({
      ver_1: ["delivery", "documents_status", "status"],
      ver_2: ["delivery", "people", "status"],
    });
  });

  it("names only the delivery for a copy without new facts", async () => {
    await announced([change(1, null, "partial_upload", 100)]);
    expect(await announced([change(1, null, "partial_upload", 130)])).toEqual({ ver_1: ["delivery"] });
    expect(await announced([change(1, null, "partial_upload", 70)])).toEqual({
      ver_1: ["delivery", "documents_status", "status"],
    });
  });

  it("names the delivery even if it is not understood", async () => {
    const body = JSON.stringify({ event_name: "verification.v3.born", data: { verification_id: "ver_1" } });
    expect(await announced([{ kind: "delivery", t: HISTORY_START, body }])).toEqual({ ver_1: ["delivery"] });
  });

  it("is empty when a read equals the one before it", async () => {
    expect(await announced([read("ver_1", 1, { status: "pending" })])).toEqual({ ver_1: ["snapshot"] });
    expect(await announced([read("ver_1", 40, { status: "pending" })])).toEqual({});
    expect(await announced([read("ver_1", 80, { status: "error" })])).toEqual({ ver_1: ["snapshot"] });
    expect(await announced([read("ver_1", 90, { full_list: [] }, "people")])).toEqual({
      ver_1: ["people", "snapshot"],
    });
  });
});
