import { holdsPartOfCurp, wholeCurpIn } from "#lib/contract/curp-shape.ts";
import { curpEndsIn } from "#lib/contract/people/people-search.ts";
import { hasWord, type Parameters, wordsOf } from "./list-query.ts";

/** The meanings of a text about people: words separated by spaces, the two ends of a CURP, or a whole CURP. */
export type PeopleSearchText = { words: string[]; ends: string | null; curp: string | null };

export function parsePeopleSearch(text: string | null): PeopleSearchText {
  const typed = (text ?? "").replaceAll("\u0000", "").toWellFormed();
  const curp = wholeCurpIn(typed);
  if (curp !== null) return { words: [curp], ends: null, curp };
  // A mistyped CURP is searched as a CURP, too.
  return { words: wordsOf(typed), ends: curpEndsIn(typed), curp: holdsPartOfCurp(typed) ? typed : null };
}

/**
 * Conditions on a row `p` of `verification_people`, to be combined by AND: every word, or the CURP, whole or by its
 * shown ends; empty without a text. A search by other parts would reveal a CURP letter by letter (docs/decisions/0007).
 */
export function namesPerson({ words, ends, curp }: PeopleSearchText, collected: Parameters, begins?: true): string[] {
  const all = words.map((word) => hasWord("p.searched", word, collected, begins));
  const others = [
    ...(ends === null ? [] : [hasWord("p.searched", ends, collected, true)]),
    ...(curp === null ? [] : [`p.curps @> ARRAY[bare_curp(${collected.add(curp)}::text)]`]),
  ];
  return others.length === 0 ? all : [`(${[all.join(" AND "), ...others].join(" OR ")})`];
}
