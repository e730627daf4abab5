import { unsearchableText } from "#lib/core/contract/need-to-know/cover.ts";
import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { curpEndsIn, holdsPartOfCurp, wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import { hasWord, type Parameters, wordsOf } from "#lib/platform/server/db/list-query.ts";

/*
 * A search answers by what it finds: a reader could recover a hidden value from the texts that match. So the condition of
 * every search holds for what the reader's rule shows, and no part of a hidden value matches (docs/decisions/0036).
 */

/** SQL: a column of text without what a reader's searches must not match. */
const withoutHidden = (column: string, hidden: string, { add }: Parameters): string =>
  `regexp_replace(${column}, ${add(hidden)}, ' ', 'gi')`;

/**
 * SQL conditions: a folded column has every word of a text, for a reader with this rule; null for no reader. The column's
 * index finds the rows, of which the reader's rule keeps those that match without hidden text.
 */
export function hasWords(column: string, text: string, rule: RoleRule | null, collected: Parameters): string[] {
  const words = wordsOf(text);
  const hidden = rule && unsearchableText(rule);
  const shown = hidden && words.length > 0 ? withoutHidden(column, hidden, collected) : null;
  return words.flatMap((word) => [column, ...(shown ? [shown] : [])].map((one) => hasWord(one, word, collected)));
}

/** Whether a text has a part that searches of this reader must not match. */
export function hasHidden(text: string, rule: RoleRule | null): boolean {
  const hidden = rule && unsearchableText(rule);
  return hidden !== null && new RegExp(hidden, "iu").test(text);
}

/** The meanings of a text about people: words separated by spaces, the two ends of a CURP, or a whole CURP. */
export type PeopleSearchText = { words: string[]; ends: string | null; curp: string | null };

/** `exact`: the reader, whose rule does not show CURPs whole, may find the people with this CURP. */
export function parsePeopleSearch(text: string | null, { curp: shows }: RoleRule, exact = false): PeopleSearchText {
  const typed = (text ?? "").replaceAll("\u0000", "").toWellFormed();
  const curp = wholeCurpIn(typed);
  if (shows !== "whole") {
    if (exact) return { words: [], ends: null, curp };
    return { words: wordsOf(typed), ends: shows === "shortened" ? curpEndsIn(typed) : null, curp: null };
  }
  if (curp !== null) return { words: [curp], ends: null, curp };
  // A mistyped CURP is searched as a CURP, too.
  return { words: wordsOf(typed), ends: curpEndsIn(typed), curp: holdsPartOfCurp(typed) ? typed : null };
}

/** SQL: what the rule shows of the words of a person, in the form of the column `searched`. */
function shownWords({ curp }: RoleRule, hidden: string, collected: Parameters): string {
  const texts = `normalize(replace(' ' || p.texts || ' ', COALESCE(' ' || p.curp || ' ', ''), ' ') COLLATE "default", NFKC)`;
  // No name has two digits: such a word is an identifier or a date, also where it is malformed.
  const names = `regexp_replace(${withoutHidden(texts, hidden, collected)}, '\\S*[0-9]\\S*[0-9]\\S*', '', 'g')`;
  const ends = curp === "none" ? "" : "|| ' ' || COALESCE(curp_ends(p.curp), '')";
  const tag = withoutHidden("COALESCE(p.tag, '')", hidden, collected);
  return `folded(' ' || ${names} ${ends} || ' ' || p.verification_id || ' ' || ${tag})`;
}

/**
 * Conditions on a row `p` of `verification_people`, to be combined by AND: every word, or the CURP, whole or by its
 * shown ends; empty without a text. A search by other parts would reveal a CURP letter by letter (docs/decisions/0007).
 */
export function namesPerson(
  { words, ends, curp }: PeopleSearchText,
  rule: RoleRule,
  collected: Parameters,
  begins?: true,
): string[] {
  const hidden = unsearchableText(rule);
  const shown = hidden && (words.length > 0 || ends !== null) ? [shownWords(rule, hidden, collected)] : [];
  const has = (word: string, begins?: true) =>
    ["p.searched", ...shown].map((column) => hasWord(column, word, collected, begins)).join(" AND ");
  const all = words.map((word) => has(word, begins));
  const others = [
    ...(ends === null ? [] : [has(ends, true)]),
    ...(curp === null ? [] : [`p.curps @> ARRAY[bare_curp(${collected.add(curp)}::text)]`]),
  ];
  if (others.length === 0) return all;
  return [`(${[...(all.length > 0 ? [all.join(" AND ")] : []), ...others].join(" OR ")})`];
}
