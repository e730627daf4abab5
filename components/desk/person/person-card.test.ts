import fc from "fast-check";
import { createElement, type ReactElement } from "react";
import { expect, it } from "vitest";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import {
  APPLICANT_FIELDS,
  type CurpLookup,
  EVIDENTIARY_FIELDS,
  lookupOutcome,
  type Person,
  peopleOutcome,
} from "#lib/core/contract/people/person.ts";
import { CURP_PARTS, readCurp } from "#lib/core/rules/curp/read.ts";
import { STATE_CODES } from "#lib/core/rules/curp/states.ts";
import { code, instant, maybe, text } from "#tools/test/arbitrary-values.ts";
import { examples } from "#tools/test/effort.ts";
import { personLookups } from "#tools/test/person-lookup.ts";
import { expectAll, expectOnlyFrom, LOCALES, type Locale, locales, PEOPLE_WORDS, shown } from "#tools/test/shown.tsx";
import { CurpSection } from "./curp-section.tsx";
import { otherFieldsOfPerson } from "./person-card.tsx";
import { LookupSection, RegistrySection } from "./registry-section.tsx";

const EVERYTHING = FIRST_NEED_TO_KNOW.roles.support;
const number = fc.oneof(
  fc.constantFrom("BOXW310820HNERXN09", "BOXW310231HZZRXN0", "x", "ÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑ"),
  code,
  text,
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 25 }).filter((given) => given.trim() !== ""),
);
const field = fc.oneof(text, code, fc.constantFrom("1931-08-20", "1931-02-31", "20/08/1931", "MUJER", ...STATE_CODES));
const anyField = maybe(field);
const fields = <Name extends string>(names: readonly Name[]) =>
  fc
    .tuple(...names.map(() => anyField))
    .map(
      (values) => Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<Name, string | null>,
    );

const person: fc.Arbitrary<Person> = fc
  .record({
    success: maybe(fc.boolean()),
    message: maybe(text),
    search_number: maybe(number),
    applicant_data: maybe(
      fc.tuple(fields(APPLICANT_FIELDS), maybe(number)).map(([all, curp]) => ({ ...all, curp, other_fields: {} })),
    ),
    evidentiary_document_data: maybe(fields(EVIDENTIARY_FIELDS).map((all) => ({ ...all, other_fields: {} }))),
    lookup_error: maybe(fc.record({ people_error: code, people_error_message: maybe(text), at: instant })),
    lookups: personLookups,
    has_older_lookups: fc.boolean(),
  })
  .map(({ lookup_error, lookups, has_older_lookups, ...curp }) => ({
    people_id: 1,
    shareholder_id: null,
    full_name: null,
    role: null,
    external_identities: {
      curp: { ...curp, curp_file: { available: false, expires_at: null }, other_fields: {} },
      other_fields: {},
    },
    lookup_error,
    lookups,
    has_older_lookups,
    other_fields: {},
  }));

it("the card has all known fields of a person and the meaning of placeholders in the CURP, and nothing else", () => {
  const property = (who: Person, locale: Locale) => {
    const { curp } = who.external_identities;
    const words = PEOPLE_WORDS[locale];
    const lookup = shown(createElement(LookupSection, { person: who, verificationId: "ver_1", tag: null }), locale);
    expectAll(lookup, [curp?.search_number, who.lookup_error?.people_error]);
    for (const [index, lookedUp] of who.lookups.entries()) {
      const { at, last_at, reports, outcome, people_error_message, item_id, item_type, shareholder_id } = lookedUp;
      const isSaidAbove = index === 0 && who.lookup_error !== null;
      expectAll(
        lookup,
        [
          words.outcomes[outcome],
          isSaidAbove ? null : people_error_message,
          item_id === null ? words.origin.none : `#${item_id}`,
        ],
        [at, reports > 1 ? last_at : null],
      );
      const types: Record<string, string> = LOCALES[locale].itemType;
      expectAll(lookup, [item_type && (types[item_type] ?? item_type)]);
      if (shareholder_id !== null) expect([...lookup.numbers]).toContain(shareholder_id);
    }
    const failing = who.lookups[0]?.people_error != null;
    expect(lookup.text.includes(words.lookups.overtaken)).toBe(failing && who.lookup_error === null);
    expect(lookup.text.includes(words.lookups.title)).toBe(who.lookups.length > 0);
    expect(lookup.text).toContain(words.todo[peopleOutcome(who)]);
    expect(lookup.text.includes(LOCALES[locale].request.copy)).toBe(lookupOutcome(who).state === "failed");

    const { says, who: repeats } = words.card.caller;
    const sentences = Object.entries(says).flatMap(([of, sentence]) => (lookup.text.includes(sentence) ? [of] : []));
    const hasFailed = lookupOutcome(who).state === "failed";
    expect(sentences).toEqual(hasFailed ? [peopleOutcome(who)] : []);
    expect(lookup.text.includes(repeats)).toBe(hasFailed);

    const registry = shown(createElement(RegistrySection, { person: who }), locale);
    for (const [names, data] of [
      [APPLICANT_FIELDS, curp?.applicant_data],
      [EVIDENTIARY_FIELDS, curp?.evidentiary_document_data],
    ] as const) {
      for (const name of names) {
        const value = (data as Record<string, string | null> | null | undefined)?.[name];
        // Valid dates are written in words.
        if (value && value !== "1931-08-20") expect(registry.text).toContain(value);
        if (data) expect(registry.text).toContain(words.field[name]);
      }
    }

    const explained = shown(createElement(CurpSection, { person: who, shown: EVERYTHING }), locale);
    const number = curp?.applicant_data?.curp ?? curp?.search_number ?? null;
    if (number === null) {
      expect(explained.text).toContain(words.curp.none);
      return;
    }
    const reading = readCurp(number);
    expect(explained.text).toContain(reading.text);
    for (const { part } of CURP_PARTS) expect(explained.text).toContain(words.curp.part[part]);
    const problems = new Set(reading.segments.flatMap(({ problem }) => problem ?? []));
    for (const [problem, said] of Object.entries(words.curp.problem)) {
      const [before = ""] = said.split("{");
      const is = problems.has(problem as never);
      if (is) expect(explained.text).toContain(before);
    }
    const unusual = problems.size > 0 || reading.surplus !== "";
    expect(explained.text.includes(words.curp.formatUsual)).toBe(!unusual);
    for (const found of [lookup, registry, explained]) {
      expectOnlyFrom({ ...found, numbers: new Set(), instants: new Set() }, who, []);
    }
  };
  fc.assert(fc.property(person, locales, property), { numRuns: examples(20) });
});

it("other fields keep their place, and their section is absent without any", () => {
  const applicant_data = {
    ...Object.fromEntries(APPLICANT_FIELDS.map((name) => [name, null])),
    other_fields: { c: 3 },
  };
  const curp = { applicant_data, evidentiary_document_data: null, other_fields: { b: 2 } };
  const person = { other_fields: { a: 1 }, external_identities: { curp, other_fields: {} } } as unknown as Person;
  expect(otherFieldsOfPerson(person)).toEqual({
    a: 1,
    external_identities: { curp: { b: 2, applicant_data: { c: 3 } } },
  });
  const nothing = { other_fields: {}, external_identities: { curp: null, other_fields: {} } } as unknown as Person;
  expect(otherFieldsOfPerson(nothing)).toEqual({});
});

/** A person who was born abroad and has one surname, with this result of the lookup. */
function looked(result: Partial<CurpLookup>): Person {
  const applicant_data = {
    curp: "BOXW310820HNERXN09",
    names: "WENDEL",
    first_surname: "BOUREDA",
    second_surname: null,
    gender: "HOMBRE",
    birth_date: "1931-08-20",
    birth_entity: "NE",
    nationality: "ALEMANIA",
    evidentiary_document: null,
    other_fields: {},
  };
  const curp = {
    success: true,
    message: null,
    search_number: applicant_data.curp,
    applicant_data,
    evidentiary_document_data: null,
    curp_file: { available: false, expires_at: null },
    other_fields: {},
    ...result,
  };
  return {
    people_id: 1,
    shareholder_id: null,
    full_name: null,
    role: null,
    external_identities: { curp, other_fields: {} },
    lookup_error: null,
    lookups: [],
    has_older_lookups: false,
    other_fields: {},
  };
}

const said = (element: ReactElement) => shown(element, "en").text.replaceAll(/\s+/g, " ");

const textsOf = (person: Person) => ({
  lookup: said(createElement(LookupSection, { person, verificationId: "ver_1", tag: null })),
  registry: said(createElement(RegistrySection, { person })),
  curp: said(createElement(CurpSection, { person, shown: EVERYTHING })),
});

it("marks differences between the registry's data and the CURP on their parts", () => {
  const { applicant_data } = looked({}).external_identities.curp ?? {};
  if (!applicant_data) throw new Error("the person has no data of the registry");
  const data = { ...applicant_data, gender: "MUJER", birth_date: "1931-08-21", first_surname: "BORRA" };
  const { lookup, curp } = textsOf(looked({ search_number: "BOXW310820HNERXN08", applicant_data: data }));
  expect(lookup).toContain("The registry answered with a CURP other than");
  expect(curp).toContain("2 parts do not fit the person");
  expect(curp).toContain("The person");
  expect(curp).toContain("Month of birth: August matches: 1931-08-21");
  expect(curp).toContain("Day of birth: 20 does not fit: expected 21 Date of birth: 1931-08-21");
  expect(curp).toContain("Sex: man does not fit: expected M Sex: MUJER");
});

it("warns of unusual parts of a searched CURP, without a comparison", () => {
  const { lookup, curp } = textsOf(
    looked({
      success: false,
      message: "No existe en el registro.",
      search_number: "BOXW310231HZZRXN0",
      applicant_data: null,
    }),
  );
  for (const text of [
    "Lookup failed",
    "The service says: No existe en el registro.",
    "BOXW310231HZZRXN0",
    "What to do: Compare the CURP with the document it was read from",
  ]) {
    expect(lookup).toContain(text);
  }
  expect(curp).toContain("Format: 3 parts are unusual");
  for (const text of ["there is no such day", "no state has this code", "missing"]) expect(curp).toContain(text);
  expect(curp).toContain("what counts is the registry’s answer");
  expect(curp).toContain("Not compared");
  expect(curp).not.toContain("The person");
});

it("shows a successful lookup without data, and the data of a failed one", () => {
  const without = textsOf(looked({ applicant_data: null }));
  expect(without.lookup).toContain("CURP found");
  expect(without.registry).toContain("No registry data for this person.");
  expect(without.curp).toContain("Format valid");
  const partial = textsOf(looked({ success: false, message: "Respuesta parcial." }));
  expect(partial.lookup).toContain("Lookup failed");
  expect(partial.lookup).toContain("The service says: Respuesta parcial.");
  expect(partial.registry).toContain("The lookup did not succeed");
  expect(partial.registry).toContain("BOUREDA");
});
