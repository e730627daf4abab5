import { isRecord } from "#lib/platform/contract/answer.ts";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";

/**
 * Values given as their shape: the report may be pasted into a ticket, and an answer holds names, CURPs and signed
 * addresses. Field names that look like names are kept; all other content of an answer is left out.
 */

/** Words joined in one of the usual ways. A text with more digits is more likely an identifier. */
const JOINED_WORDS = /^(?!ak_|svc_)[a-z]+\d{0,3}([_-][a-z]*\d{0,3}){0,8}$/;
const CAMEL_CASE = /^[a-z]+\d{0,3}([A-Z][a-z]*\d{0,3})*$/;
const LONGEST_NAME = 48;
const MAX_NAMES = 12;

/** The name of a field in backquotes; a name that may be personal data is withheld. */
export function nameOf(field: string): string {
  const plain =
    field.length <= LONGEST_NAME && (JOINED_WORDS.test(field) || CAMEL_CASE.test(field)) && !holdsCurp(field);
  return plain ? `\`${field}\`` : "(a name withheld)";
}

/** Distinct names of fields, at most `MAX_NAMES`. */
export function namesOf(fields: Iterable<string>): string {
  const names = [...new Set([...fields].map(nameOf))];
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** A value: `a text`, `a list of 3`, `an object with …`. */
export function shapeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (isRecord(value)) {
    const fields = Object.keys(value);
    return fields.length === 0 ? "an empty object" : `an object with ${namesOf(fields)}`;
  }
  if (typeof value === "boolean") return "a boolean";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "a whole number" : "a number";
  return textShape(String(value));
}

function textShape(text: string): string {
  if (text === "") return "an empty text";
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return "a date";
  if (/^\d+$/.test(text)) return "a text of digits";
  if (parseInstant(text)) return "a time";
  return /^https?:\/\//i.test(text) ? "an address" : "a text";
}

const KINDS: Record<string, string> = { string: "text", number: "number", boolean: "boolean" };

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string" && !/^\d+$/.test(value) && parseInstant(value)) return "time";
  if (!isRecord(value)) return KINDS[typeof value] ?? "other";
  const fields = Object.keys(value);
  return fields.length === 0 ? "empty object" : `object of ${namesOf(fields)}`;
}

/** The fields of records of one list: `role` text; `note` text or null (in 2 of 3). */
export function describeFields(records: readonly Record<string, unknown>[]): string {
  const seen = new Map<string, { kinds: Set<string>; times: number }>();
  for (const record of records) {
    for (const [field, value] of Object.entries(record)) {
      const name = nameOf(field);
      const known = seen.get(name) ?? { kinds: new Set(), times: 0 };
      known.kinds.add(kindOf(value));
      known.times += 1;
      seen.set(name, known);
    }
  }
  const described = [...seen].map(([name, { kinds, times }]) => {
    const rare = times < records.length ? ` (in ${times} of ${records.length})` : "";
    return `${name} ${[...kinds].join(" or ")}${rare}`;
  });
  const shown = described.slice(0, MAX_NAMES).join("; ");
  return described.length > MAX_NAMES ? `${shown}; and ${described.length - MAX_NAMES} more` : shown;
}

/** Marks of a masked secret, which shows its two ends or its beginning. */
const MASKED = /[*•…]|\.{3}|x{4,}/i;
const WHOLE_KEY = /svc_sk_[a-z]*_?[A-Za-z0-9]{16,}/;

/** Whether a whole secret is in an answer: under its name, or as a text that looks like a key. */
export function holdsSecret(answer: unknown, name: "api_key" | "secret"): boolean {
  const left = [answer];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && WHOLE_KEY.test(value)) return true;
    if (Array.isArray(value)) for (const entry of value) left.push(entry);
    if (!isRecord(value)) continue;
    for (const [field, entry] of Object.entries(value)) {
      if (field === name && typeof entry === "string" && entry !== "" && !MASKED.test(entry)) return true;
      left.push(entry);
    }
  }
  return false;
}
