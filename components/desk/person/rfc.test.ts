import { createElement } from "react";
import { expect, it } from "vitest";
import type { Person } from "#lib/core/contract/people/person.ts";
import { shown } from "#tools/test/shown.tsx";
import { RfcSection } from "./person-card.tsx";

const person = (search_number: string | null): Person => ({
  people_id: 1,
  shareholder_id: null,
  full_name: "Eduardo Gómez",
  role: null,
  external_identities: {
    curp:
      search_number === null
        ? null
        : {
            success: true,
            message: null,
            search_number,
            applicant_data: null,
            evidentiary_document_data: null,
            curp_file: { available: false, expires_at: null },
            other_fields: {},
          },
    other_fields: {},
  },
  lookup_error: null,
  lookups: [],
  has_older_lookups: false,
  other_fields: {},
});

const said = (fields: object, curp: string | null = null) =>
  shown(createElement(RfcSection, { person: person(curp), fields }), "en").text;

it("explains an RFC among the other fields, and compares its date with the CURP's", () => {
  const text = said({ fiscal: { rfc: "GODE561231GR8" } }, "GODE561231HDFMMD09");
  for (const part of ["GODE", "Year of birth", "homoclave", "Same date as in the CURP"]) expect(text).toContain(part);
  expect(text).not.toContain("the other characters give");
  expect(said({ rfc: "GODE561231GR8" }, "GODE561230HDFMMD09")).toContain("Another date than in the CURP");
});

it("notes an unexpected check digit, and refuses nothing", () => {
  const text = said({ tax_id: "GODE561231GR7" });
  expect(text).toContain("the other characters give 8");
  expect(text).not.toContain("the CURP");
});

it.each([{}, { rfc: "none" }, { reference: "GODE561231GR8" }])("ignores %j", (fields) => {
  expect(said(fields).trim()).toBe("");
});
