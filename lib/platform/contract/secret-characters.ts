/** Characters that pasting brings into a key, with their Unicode names: invisible, or like another character. */
const CHARACTER_NAMES = new Map([
  ["\t", "CHARACTER TABULATION"],
  ["\n", "LINE FEED"],
  ["\r", "CARRIAGE RETURN"],
  [" ", "SPACE"],
  ["\u00a0", "NO-BREAK SPACE"],
  ["\u00ad", "SOFT HYPHEN"],
  ["\u200b", "ZERO WIDTH SPACE"],
  ["\u200c", "ZERO WIDTH NON-JOINER"],
  ["\u200d", "ZERO WIDTH JOINER"],
  ["\u200e", "LEFT-TO-RIGHT MARK"],
  ["\u200f", "RIGHT-TO-LEFT MARK"],
  ["\u2010", "HYPHEN"],
  ["\u2011", "NON-BREAKING HYPHEN"],
  ["\u2013", "EN DASH"],
  ["\u2014", "EM DASH"],
  ["\u2018", "LEFT SINGLE QUOTATION MARK"],
  ["\u2019", "RIGHT SINGLE QUOTATION MARK"],
  ["\u201c", "LEFT DOUBLE QUOTATION MARK"],
  ["\u201d", "RIGHT DOUBLE QUOTATION MARK"],
  ["\u2026", "HORIZONTAL ELLIPSIS"],
  ["\u2028", "LINE SEPARATOR"],
  ["\u2060", "WORD JOINER"],
  ["\ufeff", "ZERO WIDTH NO-BREAK SPACE"],
]);

/**
 * The first character of a key that cannot be sent in a header, counted from 1; null where all can: printable ASCII without
 * spaces. It is named by its code point and, where people could take it for another, its name: `U+200B ZERO WIDTH SPACE`.
 * Nothing else of the key is in the answer.
 */
export function wrongCharacterIn(key: string): { position: number; name: string } | null {
  const characters = [...key];
  const index = characters.findIndex((character) => !/^[\x21-\x7e]$/.test(character));
  const wrong = characters[index];
  if (wrong === undefined) return null;
  const code = `U+${(wrong.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return { position: index + 1, name: [code, CHARACTER_NAMES.get(wrong)].filter(Boolean).join(" ") };
}

/** The same as a sentence for errors; null without one. */
export function wrongCharacterWords(key: string): string | null {
  const wrong = wrongCharacterIn(key);
  return wrong && `character ${wrong.position} is ${wrong.name}, which cannot be sent`;
}
