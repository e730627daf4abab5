import { isRecord } from "#lib/contract/answer.ts";
import type { PersonSummary } from "#lib/contract/people/people-search.ts";
import { curpOf, type Person, shortenCurp, type VerificationPeople } from "#lib/contract/people/person.ts";
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
  const shown = covered(person, coverOf(person, rule)) as Person;
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

const COVER = "…";
/** A CURP as people type it: in either case, with spaces or dashes between the parts, and with misread letters. */
const CURP = /[a-zñ]{4}[\s-]*\d{6}[\s-]*[hmx][\s-]*[a-zñ]{2}[\s-]*[a-zñ]{3}[\s-]*[a-z0-9ñ][\s-]*\d/giu;
/** The RFC of a person: four letters and the date of birth, with or without the three characters of the registry. */
const RFC = /(?<![a-z0-9ñ&])[a-zñ&]{4}[\s-]*\d{6}(?:[\s-]*[a-z0-9]{3})?(?![a-z0-9ñ])/giu;
const BIRTH = /birth_?date|date_?of_?birth|nacimiento/i;

type Cover = { text: (text: string) => string; field: (name: string) => boolean };

function coverOf(person: Person, { curp: shows, birth_date }: RoleRule): Cover {
  const { curp } = person.external_identities;
  const stated = [curp?.applicant_data?.curp, curp?.search_number].filter((one) => one != null && one !== "");
  const dates = birth_date ? [] : writtenDates(curp?.applicant_data?.birth_date ?? null, curpOf(person));
  const cover = (found: string) => (shows === "shortened" ? shortenCurp(found) : COVER);
  return {
    text: (text) => {
      let shown = text;
      for (const one of stated) shown = shown.replaceAll(one as string, () => cover(one as string));
      shown = shown.normalize("NFC").replaceAll(CURP, cover);
      if (birth_date) return shown;
      shown = shown.replaceAll(RFC, COVER);
      for (const date of dates) shown = shown.replaceAll(date, COVER);
      return shown;
    },
    field: (name) => !birth_date && BIRTH.test(name),
  };
}

/** The date as the registry states it, and in the usual ways to write the date that the CURP contains. */
function writtenDates(stated: string | null, curp: string | null): string[] {
  const [, yy, month, day] = /^.{4}(\d{2})(\d{2})(\d{2})/u.exec(curp ?? "") ?? [];
  const written = [19, 20].flatMap((century) =>
    yy === undefined
      ? []
      : [
          `${century}${yy}-${month}-${day}`,
          `${day}/${month}/${century}${yy}`,
          `${day}-${month}-${century}${yy}`,
          `${century}${yy}${month}${day}`,
        ],
  );
  return [...(stated ? [stated] : []), ...written];
}

/** Covers every text of a value and every name of a field, at any depth. */
function covered(value: unknown, cover: Cover): unknown {
  if (typeof value === "string") return cover.text(value);
  if (Array.isArray(value)) return value.map((one) => covered(one, cover));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      cover.text(name),
      cover.field(name) && one !== null ? (typeof one === "string" ? COVER : null) : covered(one, cover),
    ]),
  );
}
