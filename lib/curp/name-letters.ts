import type { CurpPart } from "./parts.ts";
import { plain } from "./plain.ts";

/** Passed over in names of several words (annex of the instructivo). */
const PARTICLES = new Set("DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y".split(" "));
/** Passed over where another name follows. */
const COMMON_FIRST = new Set(["MARIA", "MA", "M", "JOSE", "J"]);

export type Names = { names: string | null; first_surname: string | null; second_surname: string | null };

type NamePart = Extract<CurpPart, `${string}name${string}`>;

/** The characters that may stand in each part for these names; a part is left out where that cannot be told. */
export function nameLetters({ names, first_surname, second_surname }: Names): Partial<Record<NamePart, string[]>> {
  const first = counted(first_surname, PARTICLES);
  const second = counted(second_surname, PARTICLES);
  const given = counted(names, PARTICLES, COMMON_FIRST);
  return {
    ...(first && {
      first_surname: initial(first),
      // X stands for a missing vowel, and in place of one that would make an offensive word.
      first_surname_vowel: [...new Set([innerVowel(first), "X"])],
      first_surname_consonant: innerConsonant(first),
    }),
    ...(second && { second_surname: initial(second), second_surname_consonant: innerConsonant(second) }),
    ...(given && { names: initial(given), names_consonant: innerConsonant(given) }),
  };
}

/** The word that counts; null where there is none, or where it holds what is no letter, for which usage differs. */
function counted(told: string | null, ...passedOver: readonly ReadonlySet<string>[]): string | null {
  let words = plain(told ?? "")
    .split(/[\s-]+/)
    .map((word) => word.replace(/\.$/, ""))
    .filter(Boolean);
  for (const set of passedOver) {
    const rest = words.filter((word, index) => !set.has(word) || (set === COMMON_FIRST && index > 0));
    if (rest.length > 0) words = rest;
  }
  const [word] = words;
  return word !== undefined && /^[A-ZÑ]+$/.test(word) ? word : null;
}

/** Ñ is written X; that somebody kept it says nothing against the person. */
const written = (letter: string): string[] => (letter === "Ñ" ? ["X", "Ñ"] : [letter]);

const initial = (word: string): string[] => written(word.charAt(0));
const innerVowel = (word: string): string => /[AEIOU]/.exec(word.slice(1))?.[0] ?? "X";
const innerConsonant = (word: string): string[] => written(/[^AEIOU]/.exec(word.slice(1))?.[0] ?? "X");
