import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { type HolidayPreset, holidaysOf } from "#lib/desk/contract/review/policy.ts";

const CODE_LENGTH = 60;
const MAX_KEY = 40;

/** A unique, permanent code of a reason, which decisions refer to: from its words, else `reason`, with a number if taken. */
export function codeFor(words: string, taken: readonly string[]): string {
  const bare = words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const name = bare
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, CODE_LENGTH - 4);
  const base = name || "reason";
  const others = taken.map((_, index) => `${base}_${index + 2}`);
  return [base, ...others].find((code) => !taken.includes(code)) ?? base;
}

/** The catalogue in the form in which it is saved: trimmed texts, and a code for each new reason. */
export function withCodes(catalogue: ReviewPolicy["catalogue"]): ReviewPolicy["catalogue"] {
  const taken = catalogue.map(({ code }) => code).filter(Boolean);
  return catalogue.map((entry) => {
    const [en, es] = [entry.en.trim(), entry.es.trim()];
    const code = entry.code || codeFor(en, taken);
    if (entry.code === "") taken.push(code);
    return { code, for: entry.for, en, es };
  });
}

/** The documents in the form in which they are saved: trimmed names, and a permanent key for each new one. */
export function withKeysOf(documents: ReviewPolicy["documents"]): ReviewPolicy["documents"] {
  const taken = documents.map(({ key }) => key).filter(Boolean);
  return documents.map((kind) => {
    const [en, es] = [kind.en.trim(), kind.es.trim()];
    const key = kind.key || codeFor(en, taken).slice(0, MAX_KEY);
    if (kind.key === "") taken.push(key);
    return { ...kind, key, en, es };
  });
}

const sorted = (days: readonly string[]): string[] => [...new Set(days)].toSorted();

export const addHoliday = (holidays: readonly string[], day: string): string[] => sorted([...holidays, day]);

export const fillYear = (holidays: readonly string[], preset: HolidayPreset, year: number): string[] =>
  sorted([...holidays.filter((day) => yearOf(day) !== year), ...holidaysOf(preset, year)]);

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Holidays by year, both ascending. */
export function byYear(holidays: readonly string[]): [year: number, days: string[]][] {
  const years = Map.groupBy(sorted(holidays), yearOf);
  return [...years].toSorted(([one], [other]) => one - other);
}

/** Whether due times are calculated differently from now on. Open reviews keep the due times set when they were opened. */
export const changesDueTimes = (before: ReviewPolicy, after: ReviewPolicy): boolean =>
  before.due_hours !== after.due_hours || JSON.stringify(before.working) !== JSON.stringify(after.working);
