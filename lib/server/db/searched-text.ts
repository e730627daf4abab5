import { holdsPartOfCurp, wholeCurpIn } from "#lib/contract/curp-shape.ts";
import { curpEndsIn } from "#lib/contract/people/people-search.ts";
import { hasWord, type Parameters, wordsOf } from "./list-query.ts";

/** What a text may mean of people: words, of which spaces separate any but those of a CURP; the ends of a CURP; a whole one. */
export type Sought = { words: string[]; ends: string | null; curp: string | null };

export function soughtIn(text: string | null): Sought {
  const typed = (text ?? "").replaceAll("\u0000", "").toWellFormed();
  const curp = wholeCurpIn(typed);
  if (curp !== null) return { words: [curp], ends: null, curp };
  // One that is written wrongly is a CURP too.
  return { words: wordsOf(typed), ends: curpEndsIn(typed), curp: holdsPartOfCurp(typed) ? typed : null };
}

/**
 * That a row `p` of `verification_people` has the CURP, whole or by the ends that lists show; any of the conditions. A search
 * by other parts would tell it letter by letter (docs/decisions/0007).
 */
export const hasCurp = ({ ends, curp }: Sought, collected: Parameters): string[] => [
  ...(ends === null ? [] : [hasWord("p.searched", ends, collected, true)]),
  ...(curp === null ? [] : [`p.curps @> ARRAY[bare_curp(${collected.add(curp)}::text)]`]),
];
