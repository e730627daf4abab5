import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";

export type PastedIds = {
  /** Well-formed ids, each once, in the order given. */
  ids: string[];
  /** How many were given more than once, the first of each not counted. */
  duplicates: number;
  /** Texts that cannot be ids of the service, as written. */
  malformed: string[];
  /** How many lines or list entries were left out because they hold a CURP or a part that identifies a person. */
  personal: number;
  /** How many addresses of pages were left out. */
  links: number;
  /** How many words of sentences were left out. */
  words: number;
};

const MAX_LENGTH = 200;
/** The form of an id (as the contract reads identifiers), without the separators of a list. */
const LIKE_AN_ID = /^[^\p{Cc}\p{Cs}]+$/u;
const LIKE_A_LINK = /^([a-z][a-z0-9+.-]*:)?\/\/|^www\./i;
/** Letters only; ids contain digits or signs. A word alone in its line or cell may still be an id. */
const LIKE_A_WORD = /^[\p{L}\p{M}]+[:.!?…]*$/u;
const QUOTES = /^["'`<([{]+|["'`>)\]}.]+$/g;

/**
 * The ids in a pasted list: separated by commas, semicolons, spaces, tabs or lines, without surrounding quotes and
 * brackets. A CURP can be written with spaces, so CURPs are found before the text is split.
 */
export function readPastedIds(text: string): PastedIds {
  const read: PastedIds = { ids: [], duplicates: 0, malformed: [], personal: 0, links: 0, words: 0 };
  const known = new Set<string>();
  for (const entry of text.split(/[\n\r,;\t]+/)) {
    if (holdsPartOfCurp(entry)) {
      read.personal += 1;
      continue;
    }
    const words = entry.trim().split(/\s+/);
    for (const word of words) {
      const id = word.replace(QUOTES, "");
      if (id === "") continue;
      if (LIKE_A_LINK.test(id)) {
        read.links += 1;
        continue;
      }
      if (words.length > 1 && id.length <= MAX_LENGTH && LIKE_A_WORD.test(id)) {
        read.words += 1;
        continue;
      }
      if (id.length > MAX_LENGTH || !LIKE_AN_ID.test(id)) read.malformed.push(word);
      else if (known.has(id)) read.duplicates += 1;
      else read.ids.push(id);
      known.add(id);
    }
  }
  return read;
}
