import fc from "fast-check";
import { expect, it } from "vitest";
import { listPeopleOfVerification } from "#lib/core/server/people/list-of-verification.ts";
import { type Arrival, renamed } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { histories } from "#tools/test/history.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { getVerification } from "./get.ts";

const database = await ownDatabase();
const receive = receiveInto(database);
let run = 0;

/** Stores these arrivals in turn under this id, and returns the page and people without the id. */
async function pageOf(id: string, arrivals: readonly Arrival[]) {
  await receive(...renamed(arrivals, "@ver", id));
  const page = await getVerification(id, database);
  const people = await listPeopleOfVerification(id, database);
  return { ...page, verification: { ...page?.verification, verification_id: "" }, people };
}

const arranged = histories(["@ver"], 40).chain((history) =>
  fc.record({
    history: fc.constant(history),
    shuffled: fc.shuffledSubarray(history, { minLength: history.length }),
  }),
);

it("shows the same page of a verification, and the same people, for any order of facts", async () => {
  await fc.assert(
    fc.asyncProperty(arranged, async ({ history, shuffled }) => {
      run += 1;
      expect(await pageOf(`ver_b${run}`, shuffled)).toEqual(await pageOf(`ver_a${run}`, history));
    }),
    { numRuns: examples(10), endOnFailure: true },
  );
});
