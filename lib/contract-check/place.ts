import { findList, isRecord, otherFieldsOf } from "#lib/contract/events/answer.ts";
import { describeFields, nameOf } from "./shape.ts";

/** Where an answer has its list: bare, or under a field, and what stands beside it. */
export function placeOfList(answer: unknown): string {
  const found = findList(answer);
  if (!found) return "not found";
  const count = `${found.list.length} ${found.list.length === 1 ? "entry" : "entries"}`;
  if (found.path.length === 0) return `a bare array, ${count}`;
  const [first = ""] = found.path;
  const beside = isRecord(answer) ? describeFields([otherFieldsOf(answer, new Set([first]))]) : "";
  return `under ${found.path.map(nameOf).join(" → ")}, ${count}${beside === "" ? "" : `; beside it ${beside}`}`;
}

/** The field that the reader took a value from: what it did not take is among the other fields. */
export function fieldHolding(
  entry: Record<string, unknown>,
  value: string | null,
  otherFields: Record<string, unknown>,
): string {
  if (value === null) return "not told";
  const holding = Object.keys(entry).find((name) => says(entry[name], value) && !Object.hasOwn(otherFields, name));
  return holding === undefined ? "not told" : nameOf(holding);
}

/** Whether a field says just this, as a text or as a number; an object is neither, and need not have a text at all. */
export const says = (held: unknown, value: string): boolean => typeof held !== "object" && String(held) === value;
