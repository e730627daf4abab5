import { hash } from "node:crypto";
import { unsearchableText } from "#lib/core/contract/need-to-know/cover.ts";
import type { FileFact } from "./facts.ts";

/** Code points of a folded text or units of a code, and code units of a message that are read. */
const MAX_TEXT = 200;
const MAX_READ = 4_000;

const ELLIPSIS = "…";

/** The beginning of the SHA-256 of a text, as a bigint in decimal. */
export const idOfText = (text: string): string => hash("sha256", text, "buffer").readBigInt64BE().toString();

const cut = (text: string): string => [...text].slice(0, MAX_TEXT).join("");

const OF_PEOPLE = new RegExp(unsearchableText({ curp: "none", birth_date: false, pdf: false }) ?? "(?!)", "giu");

/** `…` replaces identifiers and dates of people. A figure of many files has no facts by which to cover them later. */
const withoutPeople = (text: string): string => text.replaceAll(OF_PEOPLE, ELLIPSIS);

/** The name of a missing field, as it is counted; null without one. */
export const namedField = (field: string | null): string | null =>
  cut(withoutPeople(readable(field ?? ""))).trim() || null;

/** A code, as it is counted. Longer codes are not real ones, and an index has no place for them. */
export const countedCode = <T extends string | null>(code: T): T =>
  (code === null ? null : withoutPeople(code.slice(0, MAX_READ).toWellFormed()).slice(0, MAX_TEXT).toWellFormed()) as T;

const MONTH = [
  "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre",
  "january|february|march|april|may|june|july|august|september|october|november|december",
  "ene|feb|mar|abr|apr|jun|jul|ago|aug|sept?|oct|nov|dic|dec|jan",
].join("|");
const CURRENCY = String.raw`(?:mxn|usd|eur|udis?|pesos|d[oó]lares|euros|m\.\s?n\.)`;
/** A word in capitals, an abbreviation such as S.A. among them. */
const CAPITALS = String.raw`\p{Lu}[\p{Lu}.&'’-]*(?![\p{L}\p{N}])`;

/** Parts of a message that distinguish files, and not kinds of findings. */
const PATTERNS: readonly RegExp[] = [
  // Quotations; an apostrophe within a word opens none.
  /«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|"[^"]*"|`[^`]*`|‘[^‘’]*’|(?<![\p{L}\p{N}])'[^']*'(?!\p{L})/gu,
  // Dates with a month's name.
  new RegExp(
    String.raw`\p{N}{1,2}[º°.]?[\s/-]*(?:de\s+)?\b(?:${MONTH})\b\.?(?:[\s,/-]*(?:del?\s+)?\p{N}{2,4})?`,
    "giu",
  ),
  new RegExp(String.raw`\b(?:${MONTH})\b\.?[\s,/-]+(?:del?\s+)?\p{N}+`, "giu"),
  // Numbers with their currency or percent sign.
  new RegExp(String.raw`(?:[$€£]|\b${CURRENCY})\s*(?=\p{N})|(?<=\p{N})\s*(?:[%$€£]|${CURRENCY}(?!\p{L}))`, "giu"),
  // Two and more words in capitals: names, as documents have them.
  new RegExp(String.raw`(?<![\p{L}\p{N}])${CAPITALS}(?:[\s,]+(?:(?:de|del|la|las|los|y|e)\s+){0,3}${CAPITALS})+`, "gu"),
];

/** Tokens, and the test for hidden ones: addresses, and anything with a digit (numbers, CURP, RFC, other identifiers). */
const TOKENS: readonly (readonly [token: RegExp, isHidden: RegExp])[] = [
  [/[^\s<>()]+/gu, /@|:\/\/|^www\./iu],
  [/[\p{L}\p{N}\p{M}_-]+/gu, /\p{N}/u],
];

const ADJACENT_ELLIPSES = new RegExp(String.raw`${ELLIPSIS}(?:[\s.,:;/&+-]*${ELLIPSIS})+`, "gu");

/**
 * The text by which findings are counted: `…` replaces numbers, dates, identifiers, quotations, names in capitals and
 * known names of the file. Never empty.
 */
export function folding(file: Pick<FileFact, "people" | "names">): (message: string) => string {
  const known = knownNames(file);
  // Runs of a file repeat their findings.
  const folded = new Map<string, string>();
  return (message) => {
    const text = folded.get(message) ?? fold(message, known);
    folded.set(message, text);
    return text;
  };
}

type TextRange = { from: number; to: number };

function fold(message: string, known: (text: string) => TextRange[]): string {
  const text = readable(message);
  const hidden = new Uint8Array(text.length);
  const hide = (from: number, to: number) => hidden.fill(1, from, to);
  for (const part of PATTERNS) for (const { index, 0: found } of text.matchAll(part)) hide(index, index + found.length);
  for (const [token, isHidden] of TOKENS) {
    for (const { index, 0: found } of text.matchAll(token)) if (isHidden.test(found)) hide(index, index + found.length);
  }
  for (const { from, to } of known(text)) hide(from, to);
  let shown = "";
  for (const [at, isHidden] of hidden.entries()) shown += isHidden ? ELLIPSIS : text[at];
  return cut(shown.replace(ADJACENT_ELLIPSES, ELLIPSIS)).trim() || ELLIPSIS;
}

/** The beginning of a message, without a word that the limit cuts: a cut name would not be recognized. */
function readable(message: string): string {
  const text = message.toWellFormed().normalize("NFC").replace(/\s+/gu, " ").trim();
  return text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\S*$/u, "") : text;
}

/** Code unit for code unit, so that places in it are places in the text: without accents, in lower case. */
const bare = (text: string): string =>
  text.replace(/[^ -~]|[A-Z]/g, (unit) => unit.normalize("NFD").charAt(0).toLowerCase().charAt(0) || unit);

type Word = TextRange & { word: string };

/** Words of names that are words of the language too. */
const PARTICLES = new Set("de del la las los el y e i o a da das do dos di van von der den the and of".split(" "));
/** Words in lower case without accents, and without particles. */
const wordsOf = (text: string): Word[] =>
  [...bare(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ index, 0: word }) =>
    PARTICLES.has(word) ? [] : [{ word, from: index, to: index + word.length }],
  );

const LEGAL_FORM =
  /\b(?:s\.?\s?a\.?|s\.?\s?c\.?|a\.?\s?c\.?|s\.?\s?de\s?r\.?\s?l\.?|s\.?\s?a\.?\s?p\.?\s?i\.?|inc|llc|ltd)\b/u;

/**
 * Ranges of known names, in any case and with any accents: each word of a person or of a title without a legal form,
 * but two words in a row of a company, since its single words are words of findings as well.
 */
function knownNames({ people, names }: Pick<FileFact, "people" | "names">) {
  const persons = [...people, ...names.filter((name) => !isCompany(name))];
  const words = new Set(persons.flatMap(wordsOf).map(({ word }) => word));
  const pairs = new Set(names.filter(isCompany).flatMap((name) => pairsOf(wordsOf(name)).map(({ pair }) => pair)));
  return (text: string): TextRange[] => {
    if (words.size === 0 && pairs.size === 0) return [];
    const found = wordsOf(text);
    return [...found.filter(({ word }) => words.has(word)), ...pairsOf(found).filter(({ pair }) => pairs.has(pair))];
  };
}

const pairsOf = (words: readonly Word[]) =>
  words.slice(1).map(({ word, to }, at) => ({ pair: `${words[at]?.word} ${word}`, from: words[at]?.from ?? to, to }));

const isCompany = (name: string): boolean => LEGAL_FORM.test(bare(name));
