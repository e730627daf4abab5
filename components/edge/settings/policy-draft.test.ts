import { describe, expect, it } from "vitest";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import { addHoliday, byYear, changesDueTimes, codeFor, fillYear, withCodes } from "./policy-draft.ts";
import { problemOf } from "./policy-errors.ts";

const policy = initialPolicy("2026-11-20T12:00:00.000000Z");
const { working, catalogue } = policy;

const manyDays = () =>
  Array.from({ length: 501 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));

/** The errors of a changed policy, with their fields. */
function problems(change: object): [field: string, problem: string][] {
  const { error } = reviewPolicyInput.safeParse({ ...policy, ...change }, { error: problemOf });
  return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

const letter = { name: "Recordatorio", es: "{points}", en: "{points}" };
const reason = { code: "x", for: ["closed"], en: "Some", es: "Algo" };

describe("an edited policy", () => {
  it("is valid unchanged", () => expect(problems({})).toEqual([]));

  it.each([
    ["22:00", "06:00"],
    ["00:00", "00:00"],
  ])("is valid with working hours from %s to %s", (from, to) => {
    expect(problems({ working: { ...working, from, to } })).toEqual([]);
  });

  it.each([
    ["due_hours", "number", { due_hours: Number.NaN }],
    ["kept_years", "number", { kept_years: 101 }],
    ["working.days", "noDays", { working: { ...working, days: [] } }],
    ["working.from", "time", { working: { ...working, from: "" } }],
    ["working.to", "time", { working: { ...working, to: "24:00" } }],
    ["working.holidays", "tooMany", { working: { ...working, holidays: manyDays() } }],
    ["catalogue", "noReasons", { catalogue: [] }],
    ["catalogue.0.en", "reasonWords", { catalogue: [{ ...reason, en: " " }] }],
    ["catalogue.0.for", "reasonFor", { catalogue: [{ ...reason, for: [] }] }],
    ["templates.es", "template", { templates: { ...policy.templates, es: "Buen día: {points} y {puntos}" } }],
    ["periodic.0.months", "number", { periodic: [{ label: "pep", months: Number.NaN }] }],
    ["letter.signature", "frame", { letter: { ...policy.letter, signature: "{points}" } }],
    ["letters", "letterName", { letters: [letter, letter] }],
    ["letters.0.name", "letterName", { letters: [{ ...letter, name: " " }] }],
    ["letters.0.en", "template", { letters: [{ ...letter, en: "Remember" }] }],
  ])("reports for %s the error: %s", (field, problem, change) => {
    expect(problems(change)).toEqual([[field, problem]]);
  });

  it("gives each new reason a unique code, and keeps the other codes", () => {
    const added = [" The letter is missing ", "The letter is missing", "¿?"].map((en) => ({
      code: "",
      for: ["rejected" as const],
      en,
      es: "Falta la carta",
    }));
    const saved = withCodes([...catalogue, ...added]);
    expect(saved.slice(0, catalogue.length)).toEqual(catalogue);
    expect(saved.slice(catalogue.length).map(({ code, en }) => [code, en])).toEqual([
      ["the_letter_is_missing", "The letter is missing"],
      ["the_letter_is_missing_2", "The letter is missing"],
      ["reason", "¿?"],
    ]);
    expect(reviewPolicyInput.safeParse({ ...policy, catalogue: saved }).success).toBe(true);
    expect(codeFor("Ñandú é", [])).toBe("nandu_e");
    expect(codeFor("x".repeat(200), ["x".repeat(56)])).toHaveLength(58);
  });
});

describe("holidays of the edited policy", () => {
  it("are added once, in order", () => {
    expect(addHoliday(["2026-05-01", "2026-01-01"], "2026-02-02")).toEqual(["2026-01-01", "2026-02-02", "2026-05-01"]);
    expect(addHoliday(["2026-01-01"], "2026-01-01")).toEqual(["2026-01-01"]);
  });

  it("are replaced year by year from a calendar, which leaves the other years", () => {
    const filled = byYear(fillYear(["2025-07-07", "2026-07-07"], "cnbv", 2026));
    expect(filled.map(([year]) => year)).toEqual([2025, 2026]);
    expect(filled[0]?.[1]).toEqual(["2025-07-07"]);
    expect(filled[1]?.[1]).toContain("2026-12-12");
    expect(filled[1]?.[1]).not.toContain("2026-07-07");
  });
});

it.each([
  [true, { due_hours: 8 }],
  [true, { working: { ...working, to: "20:00" } }],
  [true, { working: { ...working, holidays: [...working.holidays, "2027-06-06"] } }],
  [false, { approval: "always" }],
  [false, { working: { ...working } }],
] satisfies [boolean, Partial<ReviewPolicy>][])(
  "due times are calculated differently: %s, for %j",
  (counts, change) => {
    expect(changesDueTimes(policy, { ...policy, ...change })).toBe(counts);
  },
);
