import { shortenCurp } from "#lib/core/contract/people/person.ts";
import { isPlaceholder } from "#lib/core/contract/people/placeholder.ts";
import { isRecord } from "#lib/platform/contract/answer.ts";
import type { RoleRule } from "./policy.ts";

/*
 * What a rule hides, as patterns of text. JavaScript covers texts with them, and PostgreSQL searches only what they leave
 * (`lib/core/server/need-to-know/searched-text.ts`), so they use the common part of both languages; all ignore case.
 */

/** What people type between the characters of an identifier. */
const GAP = "[\\s._/-]{0,2}";
const row = (...groups: [characters: string, count: number][]): string =>
  groups.flatMap(([characters, count]) => Array<string>(count).fill(characters)).join(GAP);

/** A CURP in any notation, with misread letters. */
export const CURP_TEXT = row(
  ...([
    ["[a-zñ]", 4],
    ["\\d", 6],
    ["[hmx]", 1],
    ["[a-zñ]", 5],
    ["[a-z0-9ñ]", 1],
    ["\\d", 1],
  ] as [string, number][]),
);

const YEAR = "(?:18|19|20)\\d\\d";
const MONTH = "(?:0?[1-9]|1[0-2])";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
/** The months in Spanish and English, in words or abbreviated. */
const MONTHS = [
  ["ene", "jan"],
  ["feb"],
  ["mar"],
  ["abr", "apr"],
  ["may"],
  ["jun"],
  ["jul"],
  ["ago", "aug"],
  ["sep", "set"],
  ["oct"],
  ["nov"],
  ["dic", "dec"],
];

/** A date in its usual forms: `2001-05-14`, `14/05/2001`, `14/05/01`, `20010514`, `14 de mayo de 2001`, `May 14, 2001`. */
const dateText = (year: string, month: string, day: string, months: readonly string[], short = "\\d\\d"): string => {
  const name = `(?:${months.join("|")})[a-z]*`;
  const forms = [
    `${year}[-/. ]?${month}[-/. ]?${day}`,
    `${day}[-/. ]?${month}[-/. ]?${year}`,
    `${day}[-/.]${month}[-/.]${short}`,
    `${day}[-/.\\s]+(?:de\\s+)?${name}[-/.,\\s]+(?:del?\\s+)?${year}`,
    `${name}\\s+${day},?\\s+${year}`,
  ];
  return `(?<!\\d)(?:${forms.join("|")})(?!\\d)`;
};
const DATE_TEXT = dateText(YEAR, MONTH, DAY, MONTHS.flat());

/** The RFC of a person: four letters, the date of birth, and the three characters of the registry. */
const rfcText = (date: string, end: string): string => `(?<![a-z0-9ñ&])[a-zñ&]{4}[\\s-]*${date}${end}(?![a-z0-9ñ])`;
const RFC_DATE = "\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])";
const RFC_END = "[\\s-]*[a-z0-9]{3}";

/** Text that no search of a reader with this rule matches, whomever it is about; null if everything is shown. */
export function unsearchableText({ curp, birth_date }: RoleRule): string | null {
  if (birth_date) return curp === "whole" ? null : CURP_TEXT;
  return [CURP_TEXT, rfcText(RFC_DATE, `(?:${RFC_END})?`), DATE_TEXT].join("|");
}

/** What is known of people and may be hidden: identifiers, and dates of birth and registration, as they are stated. */
export type HiddenFacts = { curps: readonly string[]; dates: readonly string[] };

/**
 * Names of fields: within the data of a person all that belong to the date of birth (design §9), elsewhere those with a
 * birth in the name. A keyed hash reveals no date.
 */
const OF_BIRTH_DATE =
  /birth_?(date|entity)(?!_hash)|date_?of_?birth|nacimiento|registry_?date|fecha_?(de_?)?registro|register_?(entity|municipality)|act_?number/i;
const BIRTH = /birth_?(date|entity)(?!_hash)|date_?of_?birth|nacimiento/i;
const isDate = (name: string) => OF_BIRTH_DATE.test(name) && !/entity|municipality|act_?number/i.test(name);

/** The facts in an answer of the people endpoint, at any depth. */
export function hiddenFactsIn(answer: unknown): HiddenFacts {
  const facts = { curps: [] as string[], dates: [] as string[] };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isRecord(value)) return;
    for (const [name, one] of Object.entries(value)) {
      if (typeof one !== "string") visit(one);
      else if (isPlaceholder(one)) continue;
      else if (name === "curp" || name === "search_number") facts.curps.push(one);
      else if (isDate(name)) facts.dates.push(one);
    }
  };
  visit(answer);
  return facts;
}

export const COVER = "…";

export type Cover = { text: (text: string) => string; field: (name: string) => boolean };

/** A text shorter than this is too common to be covered as an identifier wherever it occurs. */
const MIN_IDENTIFIER = 8;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const anyOf = (patterns: readonly string[]): RegExp | null =>
  patterns.length === 0 ? null : new RegExp([...new Set(patterns)].join("|"), "giu");

/**
 * Covers in a text what the rule hides: the identifiers and dates of `facts` in their usual forms, and every text in the
 * shape of a CURP or, with a hidden date of birth, of a person's RFC. With `own` the value is the data of one person. Pure.
 */
export function coverOf({ curp: shows, birth_date }: RoleRule, { curps, dates }: HiddenFacts, own = false): Cover {
  const min = own ? 1 : MIN_IDENTIFIER;
  const stated = shows === "whole" ? [] : curps.filter((one) => one.length >= min).map(escaped);
  const identifiers = shows === "whole" ? null : anyOf([...stated.toSorted((a, b) => b.length - a.length), CURP_TEXT]);
  const rfc = own ? rfcText("\\d{6}", `(?:${RFC_END})?`) : rfcText(RFC_DATE, RFC_END);
  const hidden = birth_date ? null : anyOf([...datesOf({ curps, dates }), rfc]);
  const short = (found: string) => shortenCurp(found.length > 18 ? found.replaceAll(/[^\p{L}\p{N}]/gu, "") : found);
  return {
    text: (text) => {
      // Digits in a time of day are no date that a person wrote.
      if (INSTANT.test(text)) return text;
      let shown = readable(text);
      if (identifiers) shown = shown.replaceAll(identifiers, (found) => (shows === "shortened" ? short(found) : COVER));
      if (hidden) shown = shown.replaceAll(hidden, COVER);
      return shown;
    },
    field: (name) =>
      (shows === "none" && name === "curp_ends") || (!birth_date && (own ? OF_BIRTH_DATE : BIRTH).test(name)),
  };
}

/** A time stamp, also at the beginning of a cursor. A date without a time of its own may be a date of birth. */
const INSTANT = /^\d{4}-\d\d-\d\dT(?!00:00(?::00(?:\.0+)?)?(?:Z|$))/;

/** Letters with their accents as one character; wide letters and digits, which only hide a CURP, as usual ones. */
const readable = (text: string): string => text.normalize(/[\uff01-\uff5e]/.test(text) ? "NFKC" : "NFC");

/** Patterns of the stated dates, and of those in the identifiers. */
function datesOf({ curps, dates }: HiddenFacts): string[] {
  const ofCurps = curps.flatMap((curp) => {
    const [, yy = "", month = "", day = ""] =
      /^[a-zñ]{4}(\d\d)(\d\d)(\d\d)/iu.exec(curp.replaceAll(/[^\p{L}\p{N}]/gu, "")) ?? [];
    return yy === "" ? [] : [...patternsOf(`(?:19|20)${yy}`, month, day), rfcText(`${yy}${month}${day}`, "")];
  });
  const ofDates = dates.flatMap((date) => {
    const [, year, month, day] = /^\D*(\d{4})\D?(\d\d)\D?(\d\d)(?!\d)/.exec(date) ?? [];
    if (year && month && day) return patternsOf(year, month, day);
    const [, d, m, y] = /^\D*(\d\d?)\D(\d\d?)\D(\d{4})(?!\d)/.exec(date) ?? [];
    if (d && m && y) return patternsOf(y, m, d);
    return date.length >= MIN_IDENTIFIER ? [escaped(date)] : [];
  });
  return [...ofCurps, ...ofDates];
}

function patternsOf(year: string, month: string, day: string): string[] {
  const names = MONTHS[Number(month) - 1];
  const loose = (digits: string) => `0?${Number(digits)}`;
  return names ? [dateText(year, loose(month), loose(day), names, year.slice(-2))] : [];
}

/** Covers every text of a value and every name of a field, at any depth; `within` chooses the cover of a nested object. */
export function covered(
  value: unknown,
  cover: Cover,
  within: (record: object) => Cover | undefined = () => undefined,
): unknown {
  if (typeof value === "string") return cover.text(value);
  if (Array.isArray(value)) return value.map((one) => covered(one, cover, within));
  if (!isRecord(value) || value instanceof Date) return value;
  const inner = within(value) ?? cover;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      inner.text(name),
      inner.field(name) && one !== null && typeof one !== "boolean"
        ? typeof one === "string"
          ? COVER
          : null
        : covered(one, inner, within),
    ]),
  );
}
