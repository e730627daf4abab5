import { beforeEach, describe, expect, it } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { deliver, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { listPeopleOfVerification } from "./list-of-verification.ts";

const database = await ownDatabase();
let id = "";
let run = 0;
beforeEach(() => {
  run += 1;
  id = `ver_${run}`;
});

const receive = receiveInto(database);
const people = () => listPeopleOfVerification(id, database);
const answer = (at: number, ...full_list: object[]) => read(id, at, { full_list }, "people");
const person = (people_id: number, success: boolean) => ({ people_id, external_identities: { curp: { success } } });
/** A lookup ended, as an event signed so many seconds into the history says. */
const lookup = (t: number, people_id: number, people_error?: string, people_error_message?: string) =>
  deliver(
    "verification_people.curp_search_completed",
    { verification_id: id, people_id, people_error, people_error_message },
    t,
  );
const errors = async () => (await people())?.full_list.map((one) => one.lookup_error?.people_error ?? null);

describe("the people of a verification", () => {
  it("are from the newest answer, whenever it was received", async () => {
    await receive(answer(20, { people_id: 2 }), answer(10, { people_id: 1 }));
    expect(await people()).toMatchObject({
      full_list: [{ people_id: 2 }],
      freshness: { read_at: secondsIn(20).replace("000Z", "000000Z"), stale: null },
    });
  });

  it("are unknown before an answer was applied, and may be none after", async () => {
    await receive(lookup(10, 1));
    await storeArrivals(database.pool, [answer(10)]);
    expect(await people()).toBeNull();
    await drainInbox(database);
    expect(await people()).toMatchObject({ full_list: [] });
  });

  it("keep fields outside the interface", async () => {
    await receive(answer(10, { people_id: 1, nickname: "W", external_identities: { rfc: { success: true } } }));
    expect(await people()).toMatchObject({
      full_list: [
        {
          other_fields: { nickname: "W" },
          external_identities: { curp: null, other_fields: { rfc: { success: true } } },
        },
      ],
    });
  });

  it("exclude people of other verifications", async () => {
    await receive(answer(10, { people_id: 1 }));
    id = "ver_other";
    expect(await people()).toBeNull();
  });
});

describe("the cause of a failed lookup", () => {
  it("comes from the event, since the answer does not state it", async () => {
    await receive(answer(20, person(1, false), person(2, true)), lookup(10, 1, "curp_format_error", "No cumple"));
    expect((await people())?.full_list).toMatchObject([
      {
        lookup_error: {
          people_error: "curp_format_error",
          people_error_message: "No cumple",
          at: expect.stringMatching(/T10:00:10\.999/),
        },
      },
      { lookup_error: null },
    ]);
  });

  it("is from the last lookup, in whatever order the events came in", async () => {
    await receive(answer(5, person(1, false), person(2, false)));
    await receive(lookup(30, 1), lookup(20, 1, "curp_scrapper_error"));
    await receive(lookup(30, 2, "curp_service_unavailable"), lookup(20, 2));
    expect(await errors()).toEqual([null, "curp_service_unavailable"]);
  });

  it("is cleared when a later answer shows success, even without an event", async () => {
    await receive(lookup(10, 1, "curp_scrapper_error"), answer(20, person(1, true)));
    expect(await errors()).toEqual([null]);
  });

  it("is not cleared by a success read before it", async () => {
    await receive(answer(5, person(1, true)), lookup(10, 1, "curp_scrapper_error"));
    expect(await errors()).toEqual(["curp_scrapper_error"]);
  });

  it("is ignored for a person whom the answer does not name", async () => {
    await receive(answer(20, { full_name: "Sin número" }), lookup(10, 1, "curp_scrapper_error"));
    expect(await errors()).toEqual([null]);
  });
});

describe("the lookups of a person", () => {
  const from = (t: number, people_id: number, more: object) =>
    deliver("verification_people.curp_search_completed", { verification_id: id, people_id, ...more }, t);
  const item = (t: number, item_id: number, item_type: string) =>
    deliver(
      "verification_item.v2.completed",
      { verification_id: id, item_id, item_type, completed_at: secondsIn(t) },
      t,
    );
  const lookupsOf = async (index = 0) => (await people())?.full_list[index]?.lookups;

  it("have their time, outcome, document, its current type and the shareholder, newest first", async () => {
    await receive(
      answer(50, person(1, true), person(2, true)),
      from(40, 1, {}),
      from(10, 1, { item_id: 12, shareholder_id: 3, people_error: "curp_scrapper_error", people_error_message: "No" }),
      item(8, 12, "ac_mx"),
      item(5, 12, "generic"),
      from(20, 2, { item_id: 99 }),
    );
    expect(await lookupsOf()).toMatchObject([
      { at: expect.stringMatching(/T10:00:40\.999/), outcome: "found", item_id: null, item_type: null },
      {
        at: expect.stringMatching(/T10:00:10\.999/),
        outcome: "curp_scrapper_error",
        people_error_message: "No",
        item_id: 12,
        item_type: "ac_mx",
        shareholder_id: 3,
      },
    ]);
    expect(await lookupsOf(1)).toMatchObject([{ item_id: 99, item_type: null, outcome: "found" }]);
  });

  it("are none for a person known only by reading, and one for an event received twice", async () => {
    const once = from(10, 1, { item_id: 12 });
    await receive(answer(50, person(1, true), person(2, true)), once, once, from(40, 1, { item_id: 12 }));
    expect(await lookupsOf()).toMatchObject([{ item_id: 12, reports: 2 }]);
    expect(await lookupsOf(1)).toEqual([]);
  });

  it("are the last twenty, with a mark for older ones", async () => {
    await receive(
      answer(5, person(1, true)),
      ...Array.from({ length: 21 }, (_, index) => from(10 + index, 1, { item_id: index })),
    );
    const [someone] = (await people())?.full_list ?? [];
    expect(someone?.lookups.map(({ item_id }) => item_id)).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 - index),
    );
    expect(someone?.has_older_lookups).toBe(true);
  });
});
