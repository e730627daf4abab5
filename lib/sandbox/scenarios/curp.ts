/**
 * The CURP (RENAPO, Instructivo Normativo of 2006): 18 characters built from the names, the birth and a check digit.
 */

export type Birth = {
  names: string;
  first_surname: string;
  second_surname: string | null;
  /** `X` since 2023. */
  gender: "H" | "M" | "X";
  /** YYYY-MM-DD */
  birth_date: string;
  /** Two letters, `NE` for born abroad. */
  state: string;
};

const ALPHABET = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
/** Initials that would spell one of these get an X as their second letter (annex 2 of the instructivo). */
const INCONVENIENT = new Set(
  (
    "BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI " +
    "GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO " +
    "MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO " +
    "RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY"
  ).split(" "),
);
const PARTICLES = new Set(["DE", "DEL", "LA", "LAS", "LOS", "Y", "MC", "VON", "VAN"]);
/** Common first names are skipped when another one follows. */
const COMMON_FIRST = new Set(["MARIA", "MA", "JOSE", "J"]);

/** Upper case without accents; Ñ stays a letter of its own. */
const plain = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll("Ñ", "\u0001")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replaceAll("\u0001", "Ñ");

const words = (text: string): string[] =>
  plain(text)
    .split(/[\s-]+/)
    .filter(Boolean);
const letter = (char: string | undefined): string => (char && /[A-Z]/.test(char) ? char : "X");

/** The significant word of a surname: particles are skipped unless nothing else is left. */
function surname(text: string | null): string {
  const all = words(text ?? "");
  return all.find((word) => !PARTICLES.has(word)) ?? all[0] ?? "";
}

function givenName(text: string): string {
  const all = words(text).filter((word) => !PARTICLES.has(word));
  return (all.length > 1 && COMMON_FIRST.has(all[0] ?? "") ? all[1] : all[0]) ?? "";
}

const innerVowel = (word: string): string => letter(/[AEIOU]/.exec(word.slice(1))?.[0]);
const innerConsonant = (word: string): string => letter(/[B-DF-HJ-NP-TV-ZÑ]/.exec(word.slice(1))?.[0]);

/** The check digit of the first 17 characters. Throws RangeError for a character outside the alphabet. */
export function curpCheckDigit(first17: string): string {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) {
    const value = ALPHABET.indexOf(first17.charAt(index) || " ");
    if (value < 0) throw new RangeError("not a CURP character");
    sum += value * (18 - index);
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * The CURP of a person. `homoclave` (0–9) distinguishes people with equal data; for a person born from 2000 on it becomes
 * the letter of the same rank.
 */
export function curpOf(birth: Birth, homoclave: number): string {
  const first = surname(birth.first_surname);
  const second = surname(birth.second_surname);
  const given = givenName(birth.names);
  const initials = `${letter(first[0])}${innerVowel(first)}${letter(second[0])}${letter(given[0])}`;
  const root = INCONVENIENT.has(initials) ? `${initials[0]}X${initials.slice(2)}` : initials;
  const date = birth.birth_date.replaceAll("-", "");
  const consonants = `${innerConsonant(first)}${innerConsonant(second)}${innerConsonant(given)}`;
  const century = Number(date.slice(0, 4)) < 2000 ? String(homoclave) : "ABCDEFGHIJ".charAt(homoclave);
  const first17 = `${root}${date.slice(2)}${birth.gender}${birth.state}${consonants}${century}`;
  return `${first17}${curpCheckDigit(first17)}`;
}
