import { isExactNumber } from "./exact-numbers.ts";

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const HIGH_SURROGATE = /[\ud800-\udbff]/;
const LOW_SURROGATE = /[\udc00-\udfff]/;

/** Whether PostgreSQL stores and compares the text unchanged: well-formed, and without U+0000. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000");

/** The text in storable form: refused characters are replaced, not removed, which could turn one code into another. */
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
 * A name chosen by others, for display: on one line, and without bidirectional controls, which would change the reading
 * of adjacent text. Stored, compared and searched unchanged.
 */
export const shownText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\p{Bidi_Control}+/gu, "")
    .trim();

/** The same for an optional name; an empty result is null. */
export const shownName = (text: string | null): string | null => (text && shownText(text)) || null;

const HEAD_LENGTH = 8;
const TAIL_LENGTH = 4;

/** An id shortened in the middle, unless it is hardly longer than its short form. */
export const shortId = (id: string): string =>
  id.length <= HEAD_LENGTH + TAIL_LENGTH + 3 ? id : `${id.slice(0, HEAD_LENGTH)}…${id.slice(-TAIL_LENGTH)}`;

/** The name of a file in one line: title and tag; null if it has neither. */
export function fileName({ title, tag }: { title: string | null; tag: string | null }): string | null {
  const names = [...new Set([title, tag])].filter((name) => name !== null);
  return names.length > 0 ? names.join(" · ") : null;
}

/** A JSON value with every text in its form for display. */
export function shownValue<T>(value: T): T {
  if (typeof value === "string") return shownText(value) as T;
  if (Array.isArray(value)) return value.map(shownValue) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [shownText(name), shownValue(entry)])) as T;
}

/** JSON with sorted keys and no white space: equal data gives equal text, in any order of fields. */
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

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of these bytes, a byte order mark included; null if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** A path or a segment of one, percent-decoded; null where the encoding is broken. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Parts with a dot between them; no line begins with the dot. */
export const dotted = (parts: readonly string[]): string => parts.join("\u00a0· ");
