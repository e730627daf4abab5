import { dictionary } from "@zxcvbn-ts/language-common";
import { isLongEnough, normalPassword, PASSWORD_MIN } from "#lib/access/contract/user.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";

type Person = { email: string; name: string };

const PRODUCT = "cotejo";
/** Spanish forms of leaked passwords, and words of our own pages. */
const COMMON_WORDS = [
  "contrasena",
  "password",
  "administrador",
  "administrator",
  "verificacion",
  "verification",
  "expediente",
];
/** Shorter names occur in too many words. */
const MIN_NAME_LENGTH = 4;
/** Minimal number of letters of a password without its common words and names. */
const MIN_OWN_LETTERS = 6;
const MIN_DISTINCT_CHARACTERS = 5;

let common: ReadonlySet<string> | undefined;

/** The 49,000 most frequent leaked passwords, from zxcvbn-ts (MIT), in plain lower case. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(dictionary["passwords-common"]);
  return common;
}

/**
 * Refuses passwords that are guessed first: PASSWORD_TOO_SHORT; PASSWORD_COMMON for leaked passwords, also with a prefix or
 * suffix or doubled, and for sequences; PASSWORD_PERSONAL for the user's name or address, or the name of the product.
 */
export function assertGoodPassword(password: string, person: Person): void {
  if (!isLongEnough(password)) {
    throw new CotejoError("PASSWORD_TOO_SHORT", 400, `A password has at least ${PASSWORD_MIN} characters.`);
  }
  const plain = plainText(password);
  if (isMadeOf(plain, namesOf(person))) {
    throw new CotejoError("PASSWORD_PERSONAL", 400, "This password can be guessed from the person's or our name.");
  }
  const isOfCommonWords = isMadeOf(plain, [...COMMON_WORDS, ...namesOf(person)]);
  if (isOfCommonWords || isMonotonous(plain) || commonParts(plain).some((part) => commonPasswords().has(part))) {
    throw new CotejoError("PASSWORD_COMMON", 400, "This password is among those that are guessed first.");
  }
}

/** Without case and accents. */
const plainText = (text: string): string => normalPassword(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The whole text, the text without a prefix or suffix, and the half of a doubled text. */
function commonParts(plain: string): string[] {
  const bare = plain.replace(/[^\p{L}]+$/u, "").replace(/^[^\p{L}]+/u, "");
  return [plain, plain.replaceAll(/\s/g, ""), bare].flatMap((text) => [text, repeated(text)]);
}

/** The repeated part of a text; the text itself where nothing repeats. */
const repeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** Few different characters, or a sequence: `aaaabbbbaaaa`, `123456789012`, `abcdefghijkl`. */
function isMonotonous(plain: string): boolean {
  const points = [...plain].map((character) => character.codePointAt(0) ?? 0);
  const steps = points.slice(1).map((point, index) => Math.abs(point - (points[index] ?? 0)));
  return new Set(points).size < MIN_DISTINCT_CHARACTERS || steps.filter((step) => step > 1).length <= 1;
}

const namesOf = ({ email, name }: Person): string[] =>
  [email, ...email.split(/[@.]/), ...email.split(/[^\p{L}\p{N}]+/u), name, ...name.split(/\s+/), PRODUCT]
    .map(plainText)
    .filter((word) => [...word].length >= MIN_NAME_LENGTH)
    .sort((one, other) => other.length - one.length);

/** Whether little is left without these words. */
function isMadeOf(plain: string, words: readonly string[]): boolean {
  const left = words.reduce((text, word) => text.replaceAll(word, ""), plain);
  return left !== plain && [...left.replaceAll(/[^\p{L}]/gu, "")].length < MIN_OWN_LETTERS;
}
