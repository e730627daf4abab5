import type { PersonSummary } from "#lib/core/contract/people/people-search.ts";
import { type Person, shortenCurp, type VerificationPeople } from "#lib/core/contract/people/person.ts";
import { COVER, covered, coverOf, hiddenFactsIn } from "./cover.ts";
import type { RoleRule } from "./policy.ts";

/** `GET /api/verifications/{id}/people` (design §9): the people as the reader's role may see them, and its rule. */
export type ShownPeople = VerificationPeople & { shown: RoleRule };

/**
 * A person as a rule shows them: a hidden CURP and date of birth are covered everywhere, also in messages and in fields
 * outside the interface, whose contents are unknown. Pure.
 */
export function shownPerson(person: Person, rule: RoleRule): Person {
  if (rule.curp === "whole" && rule.birth_date) return person;
  const { curp } = person.external_identities;
  const shown = covered(person, coverOf(rule, hiddenFactsIn(person), true)) as Person;
  const numbers = shown.external_identities.curp;
  if (!curp || !numbers) return shown;
  const applicant = curp.applicant_data;
  return {
    ...shown,
    external_identities: {
      ...shown.external_identities,
      curp: {
        ...numbers,
        search_number: shownCurp(curp.search_number, rule),
        applicant_data: applicant &&
          numbers.applicant_data && { ...numbers.applicant_data, curp: shownCurp(applicant.curp, rule) },
      },
    },
  };
}

/** A person of a list, whose CURP is shortened for everybody. */
export function shownSummary<Row extends Pick<PersonSummary, "curp" | "birth_year" | "has_pdf">>(
  row: Row,
  rule: RoleRule,
): Row {
  return {
    ...row,
    curp: rule.curp === "none" ? shownCurp(row.curp, rule) : row.curp,
    birth_year: rule.birth_date ? row.birth_year : null,
    has_pdf: row.has_pdf && rule.pdf,
  };
}

/** A CURP as a rule shows it; a hidden CURP becomes `…`, as `shortenCurp` does with a text that is too short. */
export function shownCurp(curp: string | null, { curp: shows }: Pick<RoleRule, "curp">): string | null {
  if (curp === null || shows === "whole") return curp;
  return shows === "none" ? COVER : shortenCurp(curp);
}
