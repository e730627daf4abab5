import { describe, expect, it } from "vitest";
import { PEOPLE_FILTER } from "#lib/core/contract/people/people-search.ts";
import { DESK } from "#lib/desk/contract/review/lanes.ts";
import { DECISIONS } from "#lib/desk/contract/review/log.ts";
import { INSIGHTS } from "#lib/insights/contract/insights.ts";
import { moment, readParameters } from "./url-parameters.ts";

const of = (query: string) => readParameters(new URLSearchParams(query));

describe("several values", () => {
  it.each([
    ["v=a,b", ["a", "b"], ["a", "b"]],
    ["v=a&v=b", ["a", "b"], ["a", "b"]],
    ["v=a,b&v=c", ["a,b", "c"], ["a", "b", "c"]],
    ["v=a,b&v=", ["a,b"], ["a", "b"]],
    ["v=a,,a", ["a"], ["a"]],
    ["v=", [], []],
  ])("in %s: as values with and without a comma", (query, list, words) => {
    expect(of(query).list("v")).toEqual(list);
    expect(of(query).words("v")).toEqual(words);
  });

  it("are ignored whole if they make up a CURP together", () => {
    for (const read of ["list", "words"] as const) {
      const parameters = of("v=BADD110313&v=HCMLNS09");
      expect(parameters[read]("v")).toEqual([]);
      expect(parameters.ignored).toEqual([{ name: "v", reason: "personal_data" }]);
    }
  });
});

it.each(["list", "words", "single"] as const)("ignores values that the database cannot look up, as %s", (read) => {
  const parameters = of("v=a%00b");
  expect(parameters[read]("v") ?? []).toEqual([]);
  expect(parameters.ignored).toEqual([{ name: "v", reason: "unknown_value" }]);
});

it("names unknown parameters in the address of a page, and quotes none that holds a CURP", () => {
  const address = new URLSearchParams(
    "outcome=found&severity=high&utm_source=mail&BADD110313HCMLNS09=1&constructor=1&__proto__=1&%25=1&q[]=1",
  );
  expect(PEOPLE_FILTER.readAddress(address)).toEqual({
    filter: { outcome: ["found"] },
    ignored: [
      { name: "…", reason: "personal_data" },
      { name: "constructor", reason: "unknown_name" },
      { name: "q[]", reason: "unknown_name" },
      { name: "severity", reason: "unknown_name" },
      { name: "utm_source", reason: "unknown_name" },
    ],
  });
});

it.each([
  ["2026-11-20", "2026-11-20", []],
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", []],
  ["2026-02-30", null, ["not_a_date"]],
  // The database has no year 0.
  ["0000-01-01", null, ["not_a_date"]],
  ["0000-01-01T00:00:00Z", null, ["not_a_date"]],
])("reads a time, or ignores an invalid one: %s", (value, read, reasons) => {
  const parameters = of(`v=${value}`);
  expect(moment().read(parameters, "v")).toBe(read);
  expect(parameters.ignored.map(({ reason }) => reason)).toEqual(reasons);
});

describe("the part of a search of people in the address", () => {
  it("is read in one order, however it was written", () => {
    const { filter, ignored } = PEOPLE_FILTER.read(new URLSearchParams("outcome=none,found&outcome=failed"));
    expect(filter).toEqual({ outcome: ["found", "failed", "none"] });
    expect(ignored).toEqual([]);
    expect(PEOPLE_FILTER.read(PEOPLE_FILTER.write(filter)).filter).toEqual(filter);
  });

  it.each([
    ["outcome=found,lost", ["found"], "unknown_value"],
    ["outcome=found,BADD110313HCMLNS09", [], "personal_data"],
  ])("from %s reports the ignored parts", (query, outcome, reason) => {
    expect(PEOPLE_FILTER.read(new URLSearchParams(query))).toEqual({
      filter: { outcome },
      ignored: [{ name: "outcome", reason }],
    });
  });
});

it.each([
  [DESK, "lane=nobody&file=ver_1", { lane: null, file: "ver_1" }, ["lane unknown_value"]],
  [
    INSIGHTS,
    "from=2026-11-20T00:00Z&group=year&label=a",
    { from: null, group: null, label: "a" },
    ["from not_a_date", "group unknown_value"],
  ],
  [
    DECISIONS,
    "from=2026-02-30&exception=all&to=2026-02-28",
    { from: null, exception: null, to: "2026-02-28" },
    ["from not_a_date", "exception unknown_value"],
  ],
  [DECISIONS, "exception=any&together=yes&salt=1", { exception: "any", together: "yes" }, ["salt unknown_name"]],
] as const)("reads what it can of a page's address, and names the rest (%#)", (format, query, read, named) => {
  const { filter, ignored } = (format as typeof DECISIONS).readAddress(new URLSearchParams(query));
  expect(filter).toMatchObject(read);
  expect(ignored.map(({ name, reason }) => `${name} ${reason}`)).toEqual(named);
});
