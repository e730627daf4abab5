import { holdsCurp } from "./curp-shape.ts";
import { isStorable } from "./text.ts";

/** A parameter that could not be read: it is left out of the filter and named on the page, never silently obeyed. */
export type IgnoredParameter = {
  name: string;
  /** `personal_data`: shaped like a CURP, which may stand in no address (design §9). */
  reason: "unknown_value" | "too_long" | "too_many" | "not_a_date" | "not_a_number" | "repeated" | "personal_data";
};

export type Parameters = { getAll(name: string): string[] };

const MAX_VALUES = 20;
/** Of a value, in code units. */
export const MAX_LENGTH = 200;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?$/;

/**
 * Reads what filters are made of from URL parameters, each on its own: one that is malformed is ignored with its name and
 * reason, and the others hold. U+0000, which PostgreSQL refuses, is in no value that it reads.
 */
export function readParameters(parameters: Parameters) {
  const ignored: IgnoredParameter[] = [];
  function ignore<T>(name: string, reason: IgnoredParameter["reason"], instead: T): T {
    ignored.push({ name, reason });
    return instead;
  }
  const several = (name: string, split: (given: string[]) => string[]): string[] => {
    const texts = parameters.getAll(name);
    if (!texts.every(isStorable)) return ignore(name, "unknown_value", []);
    if (holdsCurp(texts.join(","))) return ignore(name, "personal_data", []);
    const values = split(texts).filter((value) => value !== "");
    if (values.some((value) => value.length > MAX_LENGTH)) return ignore(name, "too_long", []);
    if (values.length > MAX_VALUES) return ignore(name, "too_many", []);
    return [...new Set(values)];
  };
  /** A repeated parameter, or one that is comma-separated: values that may hold a comma themselves are repeated. */
  const list = (name: string) => several(name, (texts) => (texts.length === 1 ? splitAll(texts) : texts));
  /** The same of values that hold no comma. */
  const words = (name: string) => several(name, splitAll);
  const known = <T extends string>(name: string, allowed: readonly T[]): T[] => {
    const values = words(name);
    const good = values.filter((value): value is T => allowed.some((entry) => entry === value));
    return good.length < values.length ? ignore(name, "unknown_value", good) : good;
  };
  const single = (name: string): string | null => {
    const [value = "", ...more] = parameters.getAll(name);
    if (![value, ...more].every(isStorable)) return ignore(name, "unknown_value", null);
    if (holdsCurp([value, ...more].join(" "))) return ignore(name, "personal_data", null);
    if (more.length > 0) return ignore(name, "repeated", null);
    const trimmed = value.trim();
    return trimmed.length > MAX_LENGTH ? ignore(name, "too_long", null) : trimmed || null;
  };
  const date = (name: string): string | null => {
    const value = single(name);
    return value === null || (DATE.test(value) && isRealDate(value)) ? value : ignore(name, "not_a_date", null);
  };
  return { ignored, ignore, list, words, known, single, date };
}

const splitAll = (texts: string[]): string[] => texts.flatMap((text) => text.split(","));

/** February 30 rolls over in JavaScript; a date is real when it comes back unchanged. */
function isRealDate(value: string): boolean {
  const parsed = new Date(value);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value.slice(0, 10));
}

/** What a segment of a path stands for, percent-decoded; null where the encoding is broken. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
