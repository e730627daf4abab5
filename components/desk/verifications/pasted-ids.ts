import { idInAddress } from "#lib/core/contract/verifications/named-file.ts";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";

export type PastedIds = {
  /** Well-formed ids without duplicates, in the pasted order. */
  ids: string[];
  /** How many texts repeated an earlier one. */
  duplicates: number;
  /** Texts that cannot be ids of the service, unchanged and without duplicates. */
  malformed: string[];
  /** How many lines or list entries were left out because they contain a CURP or an identifying part of one. */
  personal: number;
  /** How many other web addresses were left out. */
  links: number;
  /** How many words of sentences were left out. */
  words: number;
};

const MAX_LENGTH = 200;
/** The format of an id (as the contract reads identifiers), without the separators of a list. */
const ID_PATTERN = /^[^\p{Cc}\p{Cs}]+$/u;
const LINK_PATTERN = /^([a-z][a-z0-9+.-]*:)?\/\/|^www\./i;
/** Letters only: ids mostly contain digits or signs. A word alone in its line or cell may still be an id. */
const WORD_PATTERN = /^[\p{L}\p{M}]+[:.!?…]*$/u;
const QUOTES = /^["'`<([{]+|["'`>)\]}.]+$/g;

/**
 * The ids in a pasted list, also in addresses of files' pages, separated by commas, semicolons, spaces, tabs or line breaks, without surrounding quotes
 * and brackets. A CURP may be written with spaces, so CURPs are found before the text is split.
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
      const written = word.replace(QUOTES, "");
      const id = idInAddress(written) ?? written;
      if (id === "") continue;
      if (LINK_PATTERN.test(id)) {
        read.links += 1;
        continue;
      }
      if (words.length > 1 && id.length <= MAX_LENGTH && WORD_PATTERN.test(id)) {
        read.words += 1;
        continue;
      }
      if (known.has(id)) read.duplicates += 1;
      else if (id.length > MAX_LENGTH || !ID_PATTERN.test(id)) read.malformed.push(word);
      else read.ids.push(id);
      known.add(id);
    }
  }
  return read;
}
