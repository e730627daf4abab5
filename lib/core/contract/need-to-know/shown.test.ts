import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Person, readPeople } from "#lib/core/contract/people/person.ts";
import { examples } from "#tools/test/effort.ts";
import { CURP_SHOWN, consistent, FIRST_NEED_TO_KNOW, isConsistent, type RoleRule } from "./policy.ts";
import { shownPerson, shownSummary } from "./shown.ts";

const rules = fc.record({ curp: fc.constantFrom(...CURP_SHOWN), birth_date: fc.boolean(), pdf: fc.boolean() });
const letters = (alphabet: string, count: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: count, maxLength: count }).map((all) => all.join(""));
const two = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, "0"));
const dates = fc.record({ year: two(40, 99), month: two(1, 12), day: two(1, 28) });
const consonants = "BCDFGHJKLMNPQRSTVWXYZ";
const people = fc
  .tuple(
    letters(consonants, 4),
    dates,
    fc.constantFrom("H", "M", "X"),
    letters(consonants, 5),
    letters("0123456789", 2),
  )
  .map(([name, { year, month, day }, sex, place, end]) => ({
    curp: `${name}${year}${month}${day}${sex}${place}${end}`,
    rfc: `${name}${year}${month}${day}AB1`,
    born: `19${year}-${month}-${day}`,
    bornInWords: `${day}/${month}/19${year}`,
  }));

type PersonFacts = { curp: string; rfc: string; born: string; bornInWords: string };

/** A person whose data stands everywhere where the interface allows text, and in fields outside it. */
const personOf = ({ curp, rfc, born, bornInWords }: PersonFacts, typed: (curp: string) => string): Person => {
  const [read] = readPeople([
    {
      people_id: 7,
      full_name: "Ana Ruiz",
      role: "partner",
      external_identities: {
        curp: {
          success: true,
          message: `No match for ${typed(curp)}, born ${bornInWords}`,
          search_number: curp,
          applicant_data: { curp, names: "Ana", birth_date: born, birth_entity: "JALISCO", extra: [typed(curp), born] },
          evidentiary_document_data: {
            act_number: "12",
            registry_date: "2003-04-05",
            register_entity: "JALISCO",
            register_municipality: "TALA",
            note: `see ${typed(curp)}, registered 05/04/2003`,
          },
          curp_file: { available: true },
          raw: { [typed(curp)]: { deep: [`${curp}.pdf`, bornInWords] } },
        },
        rfc,
      },
      tax_id: rfc,
      fecha_nacimiento: born,
      remarks: `${typed(curp)} ${born}`,
    },
  ]);
  const error = {
    people_error: "curp_format_error",
    people_error_message: typed(curp),
    at: "2026-01-02T03:04:05.000000Z",
  };
  return { ...(read ?? expect.unreachable()), lookup_error: error, lookups: [], has_older_lookups: false };
};

/** As a text may write a CURP; none of its letters or digits is left out. */
const ways = fc.constantFrom(
  (curp: string) => curp,
  (curp: string) => curp.toLowerCase(),
  (curp: string) => `${curp.slice(0, 4)} ${curp.slice(4, 10)} ${curp.slice(10)}`,
  (curp: string) => `${curp.slice(0, 4)}-${curp.slice(4, 10)}-${curp.slice(10, 16)}-${curp.slice(16)}`,
);

/** Letters and digits alone, so that no way of writing hides a value. */
const bare = (value: unknown): string =>
  JSON.stringify(value)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");

describe("a person as a rule shows them", () => {
  it("is unchanged where everything is shown", () => {
    fc.assert(
      fc.property(people, ways, (known, typed) => {
        const person = personOf(known, typed);
        expect(shownPerson(person, FIRST_NEED_TO_KNOW.roles.support)).toBe(person);
      }),
      { numRuns: examples(50) },
    );
  });

  it("holds no whole CURP if the rule shortens or hides it, and no birth date if the rule hides it", () => {
    fc.assert(
      fc.property(people, ways, rules, (known, typed, given) => {
        const rule = consistent(given);
        fc.pre(rule.curp !== "whole");
        const shown = shownPerson(personOf(known, typed), rule);
        const text = bare(shown);
        expect(text).not.toContain(known.curp);
        // Not even its beginning with the initials and the date.
        if (!rule.birth_date) {
          expect(text).not.toContain(known.curp.slice(0, 10));
          expect(JSON.stringify(shown)).not.toContain(known.born);
          expect(JSON.stringify(shown)).not.toContain(known.bornInWords);
        }
        const { curp } = shown.external_identities;
        const ends = `${known.curp.slice(0, 4)}…${known.curp.slice(-2)}`;
        expect(curp?.applicant_data?.curp).toBe(rule.curp === "shortened" ? ends : "…");
        expect(curp?.applicant_data?.birth_date).toBe(rule.birth_date ? known.born : "…");
        if (rule.curp === "none") expect(text).not.toContain(known.curp.slice(-6));
        // Other data stays.
        expect(shown.full_name).toBe("Ana Ruiz");
        const registered = curp?.evidentiary_document_data;
        const { act_number, registry_date, register_entity, register_municipality, other_fields } = registered ?? {};
        const facts = [act_number, registry_date, register_entity, register_municipality];
        expect([...facts, curp?.applicant_data?.birth_entity]).toEqual(
          rule.birth_date ? ["12", "2003-04-05", "JALISCO", "TALA", "JALISCO"] : ["…", "…", "…", "…", "…"],
        );
        if (!rule.birth_date) expect(JSON.stringify(other_fields)).not.toContain("2003");
      }),
      { numRuns: examples(300) },
    );
  });

  it("covers a malformed CURP where the answer states it", () => {
    const known = { curp: "BOXW9913", rfc: "", born: "", bornInWords: "" };
    const shown = shownPerson(
      personOf(known, (curp) => curp),
      { curp: "shortened", birth_date: true, pdf: false },
    );
    expect(JSON.stringify(shown)).not.toContain("BOXW9913");
  });
});

it("a row of a list has no more of a person than the rule shows", () => {
  const row = { curp: "BOXW…09", birth_year: 1999, has_pdf: true };
  const shown = (rule: RoleRule) => Object.values(shownSummary(row, rule));
  expect(shown({ curp: "whole", birth_date: true, pdf: true })).toEqual(["BOXW…09", 1999, true]);
  expect(shown({ curp: "shortened", birth_date: false, pdf: false })).toEqual(["BOXW…09", null, false]);
  expect(shown({ curp: "none", birth_date: true, pdf: false })).toEqual(["…", 1999, false]);
});

it("no part of a rule shows data that another part hides", () => {
  fc.assert(
    fc.property(rules, (rule) => {
      expect(isConsistent(consistent(rule))).toBe(true);
      if (isConsistent(rule)) expect(consistent(rule)).toEqual(rule);
    }),
  );
});
