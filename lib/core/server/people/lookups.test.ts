import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Person, readPeople } from "#lib/core/contract/people/person.ts";
import { endOfSecond } from "#lib/platform/contract/time.ts";
import { HISTORY_START } from "#tools/test/arrivals.ts";
import { compareLookups } from "#tools/test/ordering.ts";
import { collectLookups, joinLookups, type LookupFact } from "./lookups.ts";

const at = (second: number) => endOfSecond(HISTORY_START + second);
type Reported = LookupFact & { digest: string };
const fact = (second: number, more: Partial<LookupFact> = {}): Reported => ({
  effective_at: at(second),
  digest: `${second} ${JSON.stringify(more)}`,
  item_id: 12,
  shareholder_id: 3,
  people_error: null,
  people_error_message: null,
  ...more,
});
const TYPES = new Map([
  [12, "ac_mx"],
  [15, null],
]);
/** The lookups of facts in any order. */
const collect = (...facts: Reported[]) => collectLookups(facts.toSorted(compareLookups), TYPES);

const MINUTE = 60;
const failed = { people_error: "curp_scrapper_error", people_error_message: "Sin respuesta" };

describe("the lookups of a person", () => {
  it("are from the events, with the time of the signature, newest first", () => {
    const own = { item_id: 15, shareholder_id: null, people_error: "curp_moon_phase" };
    expect(collect(fact(0), fact(60, failed), fact(90, own), fact(95, { item_id: null }))).toEqual([
      { ...stated(95), item_id: null, item_type: null },
      { ...stated(90), ...own, item_type: null, outcome: "other_error" },
      { ...stated(60), ...failed, outcome: "curp_scrapper_error" },
      stated(0),
    ]);
  });

  const stated = (second: number) => ({
    at: at(second),
    last_at: at(second),
    reports: 1,
    outcome: "ended",
    people_error: null,
    people_error_message: null,
    item_id: 12,
    item_type: "ac_mx",
    shareholder_id: 3,
  });

  it("are one if the same event is signed again while the service may retry, and keep the first time", () => {
    expect(collect(fact(0), fact(30), fact(16 * MINUTE))).toEqual([
      { ...stated(0), reports: 3, last_at: at(16 * MINUTE) },
    ]);
  });

  it("are two if the same event comes later than a retry can, or after another event", () => {
    expect(collect(fact(0), fact(21 * MINUTE))).toHaveLength(2);
    expect(collect(fact(0), fact(30, failed), fact(60))).toHaveLength(3);
    expect(collect(fact(0), fact(30, { item_id: 15 }))).toHaveLength(2);
  });

  it("are the same for any order of arrival", () => {
    const facts = fc.array(
      fc
        .record({ second: fc.integer({ min: 0, max: 40 * MINUTE }), other: fc.constantFrom({}, failed) })
        .map(({ second, other }) => fact(second, other)),
      { maxLength: 8 },
    );
    const arranged = facts.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(arranged, ([all, shuffled]) => {
        expect(collect(...shuffled)).toEqual(collect(...all));
      }),
    );
  });
});

describe("the result of the newest lookup", () => {
  const outcomes = (success: boolean | null, read_at: string, ...facts: Reported[]) => {
    const [person] = readPeople([{ people_id: 1, external_identities: { curp: { success } } }]);
    if (!person) return expect.unreachable();
    const joined: Person = joinLookups(person, read_at, { lookups: collect(...facts), has_older_lookups: false });
    return joined.lookups.map(({ outcome }) => outcome);
  };

  it("is the data of an answer read since", () => {
    expect(outcomes(true, at(90), fact(0), fact(60, failed), fact(90))).toEqual([
      "found",
      "curp_scrapper_error",
      "ended",
    ]);
    expect(outcomes(false, at(90), fact(60))).toEqual(["failed"]);
  });

  it("is unknown if the answer is older, or does not state it", () => {
    expect(outcomes(true, at(59), fact(60))).toEqual(["ended"]);
    expect(outcomes(null, at(90), fact(60))).toEqual(["ended"]);
  });

  it("is the error of its event, whatever was read since", () => {
    expect(outcomes(true, at(90), fact(60, failed))).toEqual(["curp_scrapper_error"]);
  });
});
