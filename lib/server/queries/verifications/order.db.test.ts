import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { type Arrival, storeArrivals } from "#test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { histories } from "#test/history.ts";
import { getVerification } from "./get.ts";

let created: TestDatabase;
let database: Database;
let run = 0;

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterAll(async () => {
  await database.close();
  await created.drop();
});

/** Stores these arrivals one after the other under an id of their own, and shows the page without that id. */
async function pageOf(id: string, arrivals: readonly Arrival[]) {
  await storeArrivals(
    database.pool,
    arrivals.map((arrival) =>
      arrival.kind === "delivery"
        ? { ...arrival, body: arrival.body.replaceAll("@ver", id) }
        : { ...arrival, verification_id: id },
    ),
  );
  await drainInbox(database);
  const page = await getVerification(id, database);
  return page && { ...page, verification: { ...page.verification, verification_id: "" } };
}

const arranged = histories(["@ver"], 40).chain((history) =>
  fc.record({
    history: fc.constant(history),
    shuffled: fc.shuffledSubarray(history, { minLength: history.length }),
  }),
);

it("shows the same page of a verification whatever order its facts came in", async () => {
  await fc.assert(
    fc.asyncProperty(arranged, async ({ history, shuffled }) => {
      run += 1;
      expect(await pageOf(`ver_b${run}`, shuffled)).toEqual(await pageOf(`ver_a${run}`, history));
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);
