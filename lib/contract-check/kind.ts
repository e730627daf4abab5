import { parseInstant } from "#lib/contract/time.ts";
import { shapeOf } from "./shape.ts";

/** Kinds of values that the interface names, each with how it is called in the report. */
export type Kind = { called: string; is: (value: unknown) => boolean };

export const text: Kind = { called: "a text", is: (value) => typeof value === "string" };
export const filledText: Kind = { called: "a text", is: (value) => typeof value === "string" && value !== "" };
export const flag: Kind = { called: "a boolean", is: (value) => typeof value === "boolean" };
export const wholeNumber: Kind = { called: "a whole number", is: Number.isSafeInteger };
export const time: Kind = {
  called: "an ISO 8601 time",
  is: (value) => typeof value === "string" && parseInstant(value) !== null,
};
export const date: Kind = {
  called: "a date, YYYY-MM-DD",
  is: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseInstant(value) !== null,
};
export const oneOf = (words: readonly string[]): Kind => ({
  called: `one of ${words.join(", ")}`,
  is: (value) => typeof value === "string" && words.includes(value),
});
export const orNull = (kind: Kind): Kind => ({
  called: `${kind.called} or null`,
  is: (value) => value === null || kind.is(value),
});
export const orAbsent = (kind: Kind): Kind => ({
  called: `${kind.called}, or left out`,
  is: (value) => value === undefined || kind.is(value),
});

/** How a value is not of its kind, by its shape; null where it is. */
export function unlike(kind: Kind, value: unknown): string | null {
  if (kind.is(value)) return null;
  const shape = shapeOf(value);
  return kind.called.includes(shape) ? `another ${shape.replace(/^an? /, "")}` : shape;
}

/** Fields of a record that are not of their kind: ``a number in `url` ``; null where all are. */
export function unlikeFields(kinds: Readonly<Record<string, Kind>>, record: Record<string, unknown>): string | null {
  const wrong = Object.entries(kinds).flatMap(([field, kind]) => {
    const seen = unlike(kind, record[field]);
    return seen === null ? [] : [`${seen} in \`${field}\``];
  });
  return wrong.length === 0 ? null : wrong.join(", ");
}
