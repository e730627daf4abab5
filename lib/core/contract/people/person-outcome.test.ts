import { expect, it } from "vitest";
import { curpOf, lookupOutcome, type Person, readPeople } from "./person.ts";

const person = (curp: object | null, error: Partial<Person["lookup_error"]> | null = null): Person => {
  const [read] = readPeople([{ people_id: 1, external_identities: { curp } }]);
  if (!read) return expect.unreachable();
  const lookup_error = error && { people_error: "", people_error_message: null, at: "", ...error };
  return { ...read, lookup_error, lookups: [], has_older_lookups: false };
};

it.each([
  ["is none without a lookup", null, { state: "none" }],
  ["has no result if the answer states none", { search_number: "X" }, { state: "no_result" }],
  ["is found", { success: true, message: null }, { state: "found" }],
  [
    "has failed, with a message",
    { success: false, message: "No existe" },
    {
      state: "failed",
      code: null,
      message: "No existe",
    },
  ],
])("a lookup %s", (_what, curp, outcome) => {
  expect(lookupOutcome(person(curp))).toEqual(outcome);
});

const failed = { people_error: "curp_format_error" };

it("a failure from an event shows its code, and its own message before the message of the answer", () => {
  const cause = { success: false, message: "No cumple" };
  expect(lookupOutcome(person(cause, failed))).toEqual({
    state: "failed",
    code: "curp_format_error",
    message: "No cumple",
  });
  const named = { ...failed, people_error_message: "Formato" };
  expect(lookupOutcome(person(cause, named))).toMatchObject({ message: "Formato" });
});

it("a failure after a success does not borrow its words", () => {
  expect(lookupOutcome(person({ success: true, message: "Encontrada" }, failed))).toEqual({
    state: "failed",
    code: "curp_format_error",
    message: null,
  });
});

it.each([
  [{ success: true, search_number: "SEARCHED", applicant_data: { curp: "FOUND" } }, "FOUND"],
  [{ success: false, search_number: "SEARCHED", applicant_data: null }, "SEARCHED"],
  [{ success: false }, null],
  [null, null],
])("the CURP of %j is %s", (curp, expected) => {
  expect(curpOf(person(curp))).toBe(expected);
});
