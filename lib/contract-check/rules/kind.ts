import { isRecord } from "#lib/platform/contract/answer.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";
import { shapeOf } from "./shape.ts";

/** Kinds of values that the interface names, each with its name in the report. */
export type Kind = { called: string; is: (value: unknown) => boolean };
export type Kinds = Readonly<Record<string, Kind>>;

export const text: Kind = { called: "a text", is: (value) => typeof value === "string" };
export const filledText: Kind = { called: "a text", is: (value) => typeof value === "string" && value !== "" };
export const flag: Kind = { called: "a boolean", is: (value) => typeof value === "boolean" };
export const wholeNumber: Kind = { called: "a whole number", is: Number.isSafeInteger };
export const object: Kind = { called: "an object", is: isRecord };
export const nothing: Kind = { called: "null", is: (value) => value === null };
export const no: Kind = { called: "false", is: (value) => value === false };
export const time: Kind = {
  called: "an ISO 8601 time",
  is: (value) => typeof value === "string" && parseInstant(value) !== null,
};
export const date: Kind = {
  called: "a date, YYYY-MM-DD",
  is: (value) => time.is(value) && /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
};
export const oneOf = (words: readonly string[]): Kind => ({
  called: `one of ${words.join(", ")}`,
  is: (value) => typeof value === "string" && words.includes(value),
});
export const listOf = (called: string, entry: Kind): Kind => ({
  called: `a list of ${called}`,
  is: (value) => Array.isArray(value) && value.every(entry.is),
});
export const orNull = (kind: Kind): Kind => ({
  called: `${kind.called} or null`,
  is: (value) => value === null || kind.is(value),
});

/** The shape of a value that is not of the kind; null for a value of the kind. */
export function unlike(kind: Kind, value: unknown): string | null {
  if (kind.is(value)) return null;
  const shape = shapeOf(value);
  return kind.called.includes(shape) ? `another ${shape.replace(/^an? /, "")}` : shape;
}

/** The difference of a value from an object with fields of these kinds: ``a number in `url` ``; null without one. */
export function unlikeObject(kinds: Kinds, value: unknown): string | null {
  if (!isRecord(value)) return shapeOf(value);
  const wrong = Object.entries(kinds).flatMap(([field, kind]) => {
    const seen = unlike(kind, value[field]);
    return seen === null ? [] : [`${seen} in \`${field}\``];
  });
  return wrong.join(", ") || null;
}
