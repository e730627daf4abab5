import { expect, it } from "vitest";
import { compareCurp } from "#lib/core/rules/curp/compare.ts";
import { readCurp } from "#lib/core/rules/curp/read.ts";
import { personName, readPeople } from "./person.ts";
import { isPlaceholder } from "./placeholder.ts";

it.each([
  "NO APLICA",
  "No aplica.",
  "no  aplica",
  "N/A",
  "n.a.",
  "N / D",
  "S/N",
  "SIN DATO",
  "Sin datos",
  "SIN INFORMACIÓN",
  "(desconocido)",
  "XXXX",
  "XX",
  "XXX XXX",
  "--",
  "*",
  "…",
  " ",
  "null",
])("%j is a placeholder", (text) => expect(isPlaceholder(text)).toBe(true));

it.each(["NA", "Null", "X", "Na Li", "XOCHITL", "SIN", "APLICA", "NO", "DEL SIN", "Ñ", "0", "X1", "李", "DATO SIN"])(
  "%j is a name or a value",
  (text) => expect(isPlaceholder(text)).toBe(false),
);

const data = { names: "ANA", first_surname: "BOTO", second_surname: "NO APLICA", curp: "BOXA800101MDFTXN09" };
const read = (applicant: object, more: object = {}) =>
  readPeople([{ people_id: 1, external_identities: { curp: { applicant_data: applicant } }, ...more }])[0] ??
  expect.unreachable();

it("a placeholder is no part of a name, and stays among the other fields", () => {
  const person = read(data);
  expect(personName(person)).toBe("ANA BOTO");
  const applicant = person.external_identities.curp?.applicant_data;
  expect(applicant).toMatchObject({ second_surname: null, other_fields: { second_surname: "NO APLICA" } });
  expect(personName(read(data, { full_name: "N/A" }))).toBe("ANA BOTO");
  expect(personName(read({ names: "XXXX", first_surname: "SIN DATO" }))).toBeNull();
});

it("a CURP is not compared with a placeholder", () => {
  const applicant = read(data).external_identities.curp?.applicant_data ?? expect.unreachable();
  const { fields, differences } = compareCurp(readCurp(data.curp), applicant);
  expect(differences).toEqual([]);
  expect(fields).toMatchObject({ first_surname: "first_surname" });
  expect(fields.second_surname).toBeUndefined();
  const written = compareCurp(readCurp(data.curp), { ...applicant, second_surname: "NO APLICA" });
  expect(written.differences.map(({ part }) => part)).toContain("second_surname");
});

it("the searched CURP replaces a placeholder", () => {
  const curp = { search_number: data.curp, applicant_data: { ...data, curp: "SIN DATO" } };
  const [person] = readPeople([{ external_identities: { curp } }]);
  expect(person?.external_identities.curp?.applicant_data?.curp).toBeNull();
});
