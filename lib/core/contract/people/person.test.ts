import { describe, expect, it } from "vitest";
import { UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { listPeople, personName, readPeople, shortenCurp } from "./person.ts";

const CURP = "WALT800101HDFXXX09";
const file = { available: true, expires_at: "2026-11-20T10:15:00.000000Z" };
const applicant_data = {
  curp: CURP,
  names: "WALTER",
  first_surname: "BAUTISTA",
  second_surname: "",
  gender: "HOMBRE",
  birth_date: "1980-01-01",
  birth_entity: "PUEBLA",
  nationality: "MEXICO",
  evidentiary_document: "ACTA DE NACIMIENTO",
};
const evidentiary_document_data = {
  act_number: "00012",
  registry_date: "1980",
  register_entity: "PUEBLA",
  register_municipality: "CHOLULA",
};
const found = {
  success: true,
  message: null,
  search_number: CURP,
  applicant_data,
  evidentiary_document_data,
  curp_file: file,
};

const one = (person: object) => readPeople({ full_list: [person] })[0] ?? expect.unreachable();
const curpOf = (curp: unknown) => one({ people_id: 1, external_identities: { curp } }).external_identities;

describe("a person of the people endpoint", () => {
  it("is read with every field of the interface, and keeps unknown fields in their place", () => {
    const person = one({
      people_id: 3001,
      shareholder_id: 7,
      full_name: "Walter Bautista",
      role: "shareholder",
      nationality: "mx",
      external_identities: { curp: { ...found, score: 0.9 }, rfc: "X" },
    });
    expect(person).toEqual({
      people_id: 3001,
      shareholder_id: 7,
      full_name: "Walter Bautista",
      role: "shareholder",
      external_identities: {
        curp: {
          ...found,
          applicant_data: { ...applicant_data, second_surname: null, other_fields: {} },
          evidentiary_document_data: { ...evidentiary_document_data, other_fields: {} },
          other_fields: { score: 0.9 },
        },
        other_fields: { rfc: "X" },
      },
      other_fields: { nationality: "mx" },
    });
  });

  it("may have no known field", () => {
    expect(one({})).toEqual({
      people_id: null,
      shareholder_id: null,
      full_name: null,
      role: null,
      external_identities: { curp: null, other_fields: {} },
      other_fields: {},
    });
  });

  it("keeps a field of the wrong type, neither dropping nor trusting it", () => {
    const person = one({ people_id: "3001", full_name: ["W"], external_identities: "none" });
    expect(person).toMatchObject({
      people_id: null,
      full_name: null,
      other_fields: { people_id: "3001", full_name: ["W"], external_identities: "none" },
    });
    expect(curpOf({ success: "yes", applicant_data: [] }).curp).toMatchObject({
      success: null,
      applicant_data: null,
      other_fields: { success: "yes", applicant_data: [] },
    });
  });

  it("passes on no address of a PDF, not even a redacted one", () => {
    const { curp } = curpOf({ curp_file: "https://files.example/x?Expires=1" });
    expect(curp?.curp_file).toEqual({ available: false, expires_at: null });
    expect(JSON.stringify(curp)).not.toContain("files.example");
  });

  it("ignores fields of its prototype", () => {
    expect(one(JSON.parse('{"__proto__":{"full_name":"X"}}')).full_name).toBeNull();
  });
});

describe("a lookup", () => {
  it("is failed with its cause and without data", () => {
    const failed = { success: false, message: "No existe", search_number: CURP, applicant_data: null };
    expect(curpOf(failed).curp).toEqual({
      ...failed,
      evidentiary_document_data: null,
      curp_file: { available: false, expires_at: null },
      other_fields: {},
    });
  });

  it("may be absent or null", () => {
    expect(curpOf(null)).toEqual({ curp: null, other_fields: {} });
    expect(curpOf(undefined)).toEqual({ curp: null, other_fields: {} });
  });
});

it("in an answer without a list of people is refused, and the field is named", () => {
  expect(() => readPeople({ full_list: "none" })).toThrow(UnreadableAnswer);
  expect(readPeople({ full_list: [] })).toEqual([]);
});

it("with a number out of the range of ids has no id, and keeps its digits among the other fields", () => {
  const [person] = readPeople(
    parseJson('{"full_list":[{"people_id":646180157000000004,"external_identities":{"curp":{"folio":1e400}}}]}'),
  );
  expect(person).toMatchObject({ people_id: null, other_fields: { people_id: "646180157000000004" } });
  expect(person?.external_identities.curp?.other_fields).toEqual({ folio: "1e400" });
});

it("is readable beside an unreadable entry", () => {
  const { entries, unreadable } = listPeople({ full_list: [{ people_id: 1 }, "two", { people_id: 3 }, null] });
  expect(entries.map(({ people_id }) => people_id)).toEqual([1, 3]);
  expect(unreadable).toEqual({ count: 2, first: "full_list[1]: expected an object" });
});

describe("a name", () => {
  const named = (full_name: string | null, applicant: object | null) =>
    personName({ ...one({ full_name, external_identities: { curp: { ...found, applicant_data: applicant } } }) });

  it.each([
    ["is the name at the service", "Walter B.", applicant_data, "Walter B."],
    ["is else the name in the registry", null, applicant_data, "WALTER BAUTISTA"],
    ["is null without either", null, null, null],
    ["is null if the registry's is empty", "", { names: "" }, null],
  ])("%s", (_what, full_name, applicant, expected) => {
    expect(named(full_name, applicant)).toBe(expected);
  });
});

it.each([
  [CURP, "WALT…09"],
  ["WALT80010-HDFXXX09", "WALT…09"],
  ["ABCDEFGHIJ", "ABCD…IJ"],
  ["ABCDEFGHI", "…"],
  ["", ""],
])("%s is shown as %s", (curp, shown) => {
  expect(shortenCurp(curp)).toBe(shown);
  expect(shortenCurp(shown)).toBe(shown);
});
