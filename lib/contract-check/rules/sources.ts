import {
  type Answered,
  describeAnswer,
  type Endpoint,
  isAnswered,
  isSuccess,
  jsonOf,
} from "#lib/contract-check/observe/ask.ts";
import { type Call, type Observations, obstacleOf } from "#lib/contract-check/observe/observations.ts";
import {
  entriesOf,
  everyEntry,
  findList,
  isRecord,
  type Listed,
  otherFieldsOf,
  recordOf,
  UnreadableAnswer,
} from "#lib/platform/contract/answer.ts";
import { each, type Fields, type Source } from "./rule.ts";
import { describeFields, nameOf } from "./shape.ts";

/** The records for the rules, found in answers as the dashboard finds lists and records. */

/** The answers chosen by `pick`, without the answers that have an `obstacle`. */
export const answers =
  (
    pick: (call: Call, seen: Observations) => boolean,
    none: (seen: Observations) => string = () => "nothing was answered",
    obstacle: (call: Call) => string | null = obstacleOf,
  ): Source<Answered> =>
  (seen) => {
    const picked = seen.filter((call) => pick(call, seen));
    const found = picked.flatMap((call) => {
      const { answer } = call;
      return isAnswered(answer) && obstacle(call) === null ? [{ value: answer, call: { ...call, answer } }] : [];
    });
    return { found, none: picked.map(obstacle).find((why) => why !== null) ?? none(seen) };
  };

/** The answers of an endpoint to the key. */
export const read = (endpoint: Endpoint, none?: (seen: Observations) => string) =>
  answers((call) => call.purpose === "read" && call.endpoint === endpoint, none);

export const succeeds = (answer: Answered) => (isSuccess(answer) ? null : describeAnswer(answer));

export const bodies =
  (reads: Source<Answered>): Source<unknown> =>
  (seen) => {
    const failed = reads(seen).found.find(({ value }) => jsonOf(value).length === 0);
    const none = failed ? `${failed.call.request} answered ${describeAnswer(failed.value)}` : reads(seen).none;
    return { found: each(reads, jsonOf)(seen).found, none };
  };

/** The dashboard's reading of an answer, or the name of the field that prevents it, never a value. */
export function reading<T>(readIt: () => T): { value: T; problem: null } | { value: null; problem: string } {
  try {
    return { value: readIt(), problem: null };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { value: null, problem: error.message };
    throw error;
  }
}

export const listed = (json: unknown): Fields[] =>
  reading(() => everyEntry(entriesOf(json, "list", (entry) => entry))).value ?? [];
export const record =
  (identifyingFields: readonly string[]) =>
  (json: unknown): Fields[] =>
    isRecord(json) ? [recordOf(json, identifyingFields, "record")] : [];
export const recordIn =
  (name: string) =>
  (fields: Fields): Fields[] =>
    isRecord(fields[name]) ? [fields[name]] : [];

/** Entries of a list as they came and as the dashboard reads them. */
export const readEntries = <T>(lists: Source<unknown>, readAll: (list: unknown) => Listed<T>) =>
  each(
    lists,
    (list) => {
      const entries = listed(list);
      return (reading(() => everyEntry(readAll(list))).value ?? []).map((as, index) => ({
        entry: entries[index] ?? {},
        as,
      }));
    },
    "the list is empty, or cannot be read",
  );

/** Where an answer has its list: bare, or under a field, and what is beside it. */
export function placeOfList(answer: unknown): string {
  const found = findList(answer);
  if (!found) return "not found";
  const count = `${found.list.length} ${found.list.length === 1 ? "entry" : "entries"}`;
  if (found.path.length === 0) return `a bare array, ${count}`;
  const [first = ""] = found.path;
  const beside = isRecord(answer) ? describeFields([otherFieldsOf(answer, new Set([first]))]) : "";
  return `under ${found.path.map(nameOf).join(" → ")}, ${count}${beside === "" ? "" : `; beside it ${beside}`}`;
}

/** Whether a record is bare or under `data`. */
export const placeOfRecord = (identifyingFields: readonly string[]) => (body: unknown) =>
  isRecord(body) && recordOf(body, identifyingFields, "") !== body ? "under `data`" : "bare";

/** Whether a field has this value, as a text or as a number. Objects never do: `String` may throw for them. */
export const says = (held: unknown, value: string): boolean => typeof held !== "object" && String(held) === value;

/** The field that the reader took a value from: `otherFields` has all unused fields. */
export function fieldHolding(entry: Fields, value: string | null, otherFields: Fields): string {
  const holds = (name: string) => value !== null && says(entry[name], value) && !Object.hasOwn(otherFields, name);
  const holding = Object.keys(entry).find(holds);
  return holding === undefined ? "not shown" : nameOf(holding);
}
