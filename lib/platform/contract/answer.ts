import { isExactNumber, numbersAsText } from "./exact-numbers.ts";
import { utf8Text } from "./text.ts";

/**
 * The tolerant reader's first step (design §7): where the interface does not show the shape of an answer, a list may be a
 * bare array or be under one field, and a record may be bare or under `data`.
 */

/** An answer that could not be read at all; the message names the field, never a value. */
export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
}

/** Usual fields of lists; any other field is used if it is the only one with a list. */
const LIST_FIELDS = ["data", "items", "results", "api_keys", "webhooks", "full_list"];

type Fields = Record<string, unknown>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);

/**
 * The text of an answer; null if its bytes are not UTF-8, which JSON requires (RFC 8259, 8.1), whatever its content
 * type. Without a byte order mark.
 */
export const decodeAnswer = (bytes: Uint8Array): string | null => utf8Text(bytes)?.replace(/^\ufeff/, "") ?? null;

/** The record of an answer: bare, or under `data` if the answer itself has no identifying field. */
export function recordOf(answer: unknown, identifyingFields: readonly string[], what: string): Fields {
  if (isRecord(answer)) {
    if (identifyingFields.some((field) => Object.hasOwn(answer, field))) return answer;
    if (isRecord(answer.data)) return answer.data;
    return answer;
  }
  throw new UnreadableAnswer(`${what}: expected an object`);
}

/** The number of unreadable entries of a list, and the fault of the first one: its field, never a value. */
export type Unreadable = { count: number; first: string };

export type Listed<T> = { entries: T[]; unreadable: Unreadable | null };

/**
 * The entries of a list: a bare array, or the one array-valued field of an object; `data` may hold either. An entry
 * that is no object, or that `read` refuses with UnreadableAnswer, hides none of the others. Throws UnreadableAnswer
 * without a list.
 */
export function entriesOf<T>(answer: unknown, what: string, read: (entry: Fields, what: string) => T): Listed<T> {
  const found = findList(answer);
  if (!found) throw new UnreadableAnswer(`${what}: expected a list`);
  const listed: Listed<T> = { entries: [], unreadable: null };
  const refuse = (why: string) => {
    listed.unreadable = { count: (listed.unreadable?.count ?? 0) + 1, first: listed.unreadable?.first ?? why };
  };
  for (const [index, entry] of found.list.entries()) {
    const name = `${what}[${index}]`;
    if (!isRecord(entry)) {
      refuse(`${name}: expected an object`);
      continue;
    }
    try {
      listed.entries.push(read(entry, name));
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      refuse(error.message);
    }
  }
  return listed;
}

/** The entries of a list that must be complete. Throws UnreadableAnswer if an entry is unreadable. */
export function everyEntry<T>({ entries, unreadable }: Listed<T>): T[] {
  if (unreadable) throw new UnreadableAnswer(unreadable.first);
  return entries;
}

/** The list of an answer and the path to it, empty for a bare array; null without a list. */
export function findList(answer: unknown): { path: string[]; list: unknown[] } | null {
  const path: string[] = [];
  for (let value = answer; ; value = value.data) {
    if (Array.isArray(value)) return { path, list: value };
    if (!isRecord(value)) return null;
    const fields = value;
    const arrays = Object.keys(fields).filter((name) => Array.isArray(fields[name]));
    const name = LIST_FIELDS.find((known) => arrays.includes(known)) ?? (arrays.length === 1 ? arrays[0] : undefined);
    if (name !== undefined) return { path: [...path, name], list: fields[name] as unknown[] };
    if (arrays.length > 0) return null;
    path.push("data");
  }
}

/** The first of these fields that holds a non-empty text (or a number, for ids), with its name. */
export function firstText(record: Fields, names: readonly string[]): { name: string; value: string } | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return { name, value };
    if (typeof value === "number" && Number.isSafeInteger(value)) return { name, value: String(value) };
    const digits = isExactNumber(value) ? JSON.stringify(value) : "";
    if (/^\d+$/.test(digits)) return { name, value: digits };
  }
  return null;
}

/** The text of a field; null if it is absent or no text. */
export function textOf(record: Fields, name: string): string | null {
  const value = record[name];
  return typeof value === "string" ? value : null;
}

/** The fields of a record that were not understood: kept and shown as other fields. */
export function otherFieldsOf(record: Fields, understood: ReadonlySet<string>): Fields {
  const left = Object.entries(record).filter(([name]) => !understood.has(name));
  return Object.fromEntries(left.map(([name, value]) => [name, numbersAsText(value)]));
}
