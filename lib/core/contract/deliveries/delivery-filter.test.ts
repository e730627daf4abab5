import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsCurp, holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { DELIVERY_STATES } from "./delivery.ts";
import { DELIVERY_FILTER, DELIVERY_MARKS } from "./delivery-filter.ts";

const CURP = "BADD110313HCMLNS09";
const read = (query: string) => DELIVERY_FILTER.read(new URLSearchParams(query));

const word = fc.stringMatching(/^[a-z0-9_.]{1,30}$/).filter((text) => !holdsPartOfCurp(text));
const filter = fc.record({
  id: fc.option(word),
  event: fc.uniqueArray(word, { maxLength: 5 }).filter((names) => !holdsCurp(names.join(","))),
  outcome: fc.subarray([...DELIVERY_STATES]),
  mark: fc.subarray([...DELIVERY_MARKS]),
  from: fc.constantFrom(null, "2026-11-20", "2026-11-20T06:00Z"),
  to: fc.constantFrom(null, "2026-11-21", "2026-11-21T05:59:59.999999Z"),
});

describe("the filter of deliveries in an address", () => {
  it("is read back as it was written", () => {
    fc.assert(
      fc.property(filter, (given) => {
        expect(DELIVERY_FILTER.read(DELIVERY_FILTER.write(given))).toEqual({ filter: given, ignored: [] });
      }),
    );
  });

  it("never holds a text in the shape of a CURP, however it is written", () => {
    const personal = fc.constantFrom(
      CURP,
      CURP.toLowerCase(),
      `x${CURP}`,
      "BADD-110313-HCM-LNS-09",
      "BADD 110313 HCMLNS09",
    );
    fc.assert(
      fc.property(filter, personal, (given, text) => {
        const written = DELIVERY_FILTER.write({ ...given, id: text, event: [...given.event, text] });
        expect(holdsCurp([...written.values()].join(" "))).toBe(false);
        const { filter: back, ignored } = DELIVERY_FILTER.read(new URLSearchParams({ id: text, event: text }));
        expect(back).toEqual(DELIVERY_FILTER.empty);
        expect(ignored.map(({ reason }) => reason)).toEqual(["personal_data", "personal_data"]);
      }),
    );
  });

  it.each([
    ["outcome=failed,broken", "outcome", "unknown_value"],
    ["mark=torn", "mark", "unknown_value"],
    ["from=2026-02-30", "from", "not_a_date"],
    ["to=yesterday", "to", "not_a_date"],
    ["id=a&id=b", "id", "repeated"],
    [`id=${"x".repeat(201)}`, "id", "too_long"],
    [`event=${Array.from({ length: 21 }, (_, index) => `e${index}`).join(",")}`, "event", "too_many"],
  ])("from %s reports the ignored parts", (query, name, reason) => {
    expect(read(query).ignored).toEqual([{ name, reason }]);
  });

  it("keeps the readable parameters beside the unreadable ones", () => {
    expect(read("outcome=failed,broken&mark=late&to=nonsense").filter).toEqual({
      ...DELIVERY_FILTER.empty,
      outcome: ["failed"],
      mark: ["late"],
    });
  });

  it("knows whether it narrows the list", () => {
    expect(DELIVERY_FILTER.narrows(DELIVERY_FILTER.empty)).toBe(false);
    expect(DELIVERY_FILTER.narrows({ ...DELIVERY_FILTER.empty, mark: ["late"] })).toBe(true);
  });
});
