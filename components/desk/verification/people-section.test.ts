import fc from "fast-check";
import { createElement } from "react";
import { expect, it } from "vitest";
import { shareholderOf, sourceDocuments } from "#lib/core/contract/people/origin.ts";
import { CURP_LOOKUP_ERRORS, type Person, peopleOutcome, personName } from "#lib/core/contract/people/person.ts";
import { code, instant, MARK, maybe, text } from "#tools/test/arbitrary-values.ts";
import { examples } from "#tools/test/effort.ts";
import { personLookups } from "#tools/test/person-lookup.ts";
import {
  expectAll,
  expectOnlyFrom,
  LOCALES,
  type Locale,
  locales,
  numbersOf,
  PEOPLE_WORDS,
  shown,
} from "#tools/test/shown.tsx";
import { PersonEntry } from "./people-section.tsx";

// Eighteen characters with a marker in the middle: a text without the marker does not show the whole CURP.
const curp = fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `GOMCq${number}zHDFRR`);
const applicant = fc
  .record({
    curp: maybe(curp),
    names: maybe(code),
    first_surname: maybe(code),
    second_surname: maybe(code),
    gender: maybe(code),
    birth_date: maybe(code),
    birth_entity: maybe(code),
    nationality: maybe(code),
    evidentiary_document: maybe(code),
  })
  .map((fields) => ({ ...fields, other_fields: {} }));

const lookup = fc
  .record({
    success: maybe(fc.boolean()),
    message: maybe(text),
    search_number: maybe(curp),
    applicant_data: maybe(applicant),
    curp_file: fc.record({ available: fc.boolean(), expires_at: maybe(instant) }),
  })
  .map((fields) => ({ ...fields, evidentiary_document_data: null, other_fields: {} }));

const person: fc.Arbitrary<Person> = fc
  .record({
    people_id: maybe(fc.integer({ min: 10_000, max: 99_999 })),
    shareholder_id: maybe(fc.nat(9_999)),
    full_name: maybe(text),
    role: maybe(fc.oneof(fc.constantFrom("shareholder", "legal_representative"), text)),
    curp: maybe(lookup),
    lookup_error: maybe(
      fc.record({
        people_error: fc.oneof(fc.constantFrom<string>(...CURP_LOOKUP_ERRORS), code),
        people_error_message: maybe(text),
        at: instant,
      }),
    ),
    lookups: personLookups,
    has_older_lookups: fc.boolean(),
  })
  .map(({ curp: found, ...fields }) => ({
    ...fields,
    external_identities: { curp: found, other_fields: {} },
    other_fields: {},
  }));

it("a person in short is name, role, documents and the state of the lookup, without a whole CURP", () => {
  const property = (who: Person, locale: Locale) => {
    const found = shown(createElement(PersonEntry, { person: who, verificationId: "ver_1", tag: null }), locale);
    const words = PEOPLE_WORDS[locale];
    const { role, lookup_error: error } = who;
    const { curp: result } = who.external_identities;
    const name = personName(who);
    const state = peopleOutcome(who);
    const roles: Record<string, string> = words.role;
    const meanings: Record<string, string> = words.error;
    expectAll(found, [
      name ?? words.unnamed,
      role && (roles[role] ?? role),
      shareholderOf(who) === null ? null : words.shareholder,
      // If a name identifies the person, the number is shown on the person's card only.
      who.people_id === null || name !== null ? null : `#${who.people_id}`,
      words.outcomes[state],
      error && (meanings[error.people_error] ?? error.people_error),
      error?.people_error_message,
    ]);
    const documents = sourceDocuments(who);
    for (const { item_id, item_type } of documents) {
      const types: Record<string, string> = LOCALES[locale].itemType;
      expect(found.text).toContain(item_type ? `${types[item_type] ?? item_type} #${item_id}` : `#${item_id}`);
    }
    expect(found.text.includes(words.origin.none)).toBe(who.lookups.length > 0 && documents.length === 0);
    const shownWord = words.outcomes[state];
    for (const word of Object.values(words.outcomes)) {
      expect([word, found.text.includes(word)]).toEqual([word, shownWord.includes(word)]);
    }
    expect(found.text.includes(words.pdf)).toBe(result?.curp_file.available === true);
    const whole = [result?.search_number, result?.applicant_data?.curp].filter((number) => number != null);
    for (const number of whole) {
      expect(found.text).not.toContain(number);
      for (const mark of number.match(MARK) ?? []) expect([...found.marks]).not.toContain(mark);
    }
    // Of the registry's data only the name is shown, and only if the service sends no name itself.
    const { people_id, full_name } = who;
    const registered = full_name === null ? result?.applicant_data : null;
    expectOnlyFrom(
      found,
      [
        full_name,
        registered?.names,
        registered?.first_surname,
        registered?.second_surname,
        role,
        error,
        result?.message,
        documents,
      ],
      [
        people_id ?? 100,
        shareholderOf(who) ?? 100,
        ...documents.map(({ item_id }) => item_id),
        ...numbersOf(words.outcomes[state]),
        0,
      ],
    );
  };
  fc.assert(fc.property(person, locales, property), { numRuns: examples(50) });
});
