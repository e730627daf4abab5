import { isExactNumber } from "./exact-numbers.ts";

const HIGH_SURROGATE = /[\ud800-\udbff]/;
const LOW_SURROGATE = /[\udc00-\udfff]/;

/** Whether PostgreSQL stores and compares it as it is: well-formed, and without U+0000. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000");

/**
 * The same text as far as PostgreSQL can store it: what it refuses is replaced, not left out, which could make one code of
 * another.
 */
export const replaced = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();

/**
 * Text for people as it may be stored: capped, well-formed, and free of U+0000, which JSON allows and PostgreSQL refuses.
 * `max` is in UTF-16 code units; a surrogate pair at the cut is dropped whole. No key is stored like this (`fields.ts`).
 */
export function storableText(text: string, max: number): string {
  const free = text.replaceAll("\u0000", "");
  const halved = free.length > max && HIGH_SURROGATE.test(free.charAt(max - 1)) && LOW_SURROGATE.test(free.charAt(max));
  return free.slice(0, halved ? max - 1 : max).toWellFormed();
}

/**
 * A name that others chose, as it is shown: in one line, and without characters that direct text, which make what stands
 * beside it read otherwise. It is stored, compared and searched as it came.
 */
export const shownText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\p{Bidi_Control}+/gu, "")
    .trim();

/** The same of a name that may be missing; one of which nothing is left is none. */
export const shownName = (text: string | null): string | null => (text && shownText(text)) || null;

/** A value as JSON has it, with every text in it as it is shown. */
export function shownValue<T>(value: T): T {
  if (typeof value === "string") return shownText(value) as T;
  if (Array.isArray(value)) return value.map(shownValue) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [shownText(name), shownValue(entry)])) as T;
}

/** JSON with sorted keys and no white space: equal data gives equal text, whatever order it arrived in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object" && !isExactNumber(value)) {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`);
    return `{${entries.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** A segment of a path, percent-decoded; null where the encoding is broken. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
