import type { Answered } from "#lib/contract-check/observe/ask.ts";
import type { Call, Observations } from "#lib/contract-check/observe/observations.ts";
import { otherFieldsOf } from "#lib/platform/contract/answer.ts";
import { type Kinds, unlike } from "./kind.ts";
import { describeFields } from "./shape.ts";

/** The headings of the interface, in its order; the report and docs/conformance.md follow it. */
export const SECTIONS = [
  "What the service does",
  "Resources: API key",
  "Resources: Webhook",
  "Resources: Verification",
  "Resources: Finding",
  "Resources: Item",
  "Resources: Label assignment",
  "Resources: Person",
  "Resources: CURP lookup result",
  "States: Verification `status`",
  "States: Verification `documents_status`",
  "States: Item",
  "States: Findings runs",
  "Endpoints",
  "Endpoints: API keys",
  "Endpoints: Webhooks",
  "Endpoints: Verification read",
  "Authentication: API key",
  "Authentication: Webhook signature",
  "Events",
  "Events: Delivery and retry behaviour",
  "Events: Base verification fields",
  "Events: Event list",
  "Events: Event rules",
  "Errors: Error response",
  "Errors: Item errors",
  "Errors: CURP lookup errors",
  "Errors: Item-type outcomes",
  "Errors: Causes of missing or rejected webhook deliveries",
  "Limits",
  "Versioning",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The outcome of a rule of the interface. It can be printed: it holds no value of an answer. */
export type Verdict =
  | { verdict: "holds" }
  | { verdict: "differs"; seen: string }
  | { verdict: "not tried"; why: string };

export type Rule = { section: Section; statement: string; judge: (seen: Observations) => Verdict };
/** A point that the interface leaves open; `read` returns this implementation's choice, null if unknown. */
export type OpenShape = { section: Section; what: string; read: (seen: Observations) => string | null };
export type Part = { rules: readonly Rule[]; shapes: readonly OpenShape[] };

export type Fields = Record<string, unknown>;
/** A value under a rule, with its call. */
export type Case<T> = { value: T; call: Call<Answered> };
/** The records under a rule, or why there are none. */
export type Source<T> = (seen: Observations) => { found: readonly Case<T>[]; none: string };
/** The difference of a value from a rule, by shape; null without one. */
type Differs<T> = (value: T, call: Call<Answered>) => string | null;

/** Makes the rules of a section: statement, source and check. */
export const rulesOf =
  (section: Section) =>
  <T>(statement: string, of: Source<T>, differs: Differs<T>): Rule => ({
    section,
    statement,
    judge: (observations) => {
      const { found, none } = of(observations);
      if (found.length === 0) return { verdict: "not tried", why: none };
      const deviating = found.flatMap(({ value, call }) => {
        const seen = differs(value, call);
        return seen === null ? [] : [{ seen, request: call.request }];
      });
      return deviating.length === 0
        ? { verdict: "holds" }
        : { verdict: "differs", seen: shortenedPerson(deviating, found) };
    },
  });

/** Joins equal differences, each with its requests unless it occurs in all of them. */
function shortenedPerson(deviating: { seen: string; request: string }[], found: readonly Case<unknown>[]): string {
  const everywhere = new Set(found.map(({ call }) => call.request)).size;
  const parts = [...Map.groupBy(deviating, ({ seen }) => seen)].map(([seen, alike]) => {
    const requests = [...new Set(alike.map(({ request }) => request))];
    const where = requests.length < everywhere ? `: ${atMost(requests, ", ")}` : "";
    return found.length === 1 ? seen : `${seen} (${alike.length} of ${found.length}${where})`;
  });
  return atMost(parts, "; ");
}

const LIMIT = 3;
const atMost = (parts: readonly string[], joint: string): string =>
  [...parts.slice(0, LIMIT), ...(parts.length > LIMIT ? [`and ${parts.length - LIMIT} more`] : [])].join(joint);

/** Replaces each value of a source by the values inside it. */
export const each =
  <T, U>(source: Source<T>, values: (value: T) => readonly U[], none = ""): Source<U> =>
  (seen) => {
    const outer = source(seen);
    const found = outer.found.flatMap(({ value, call }) => values(value).map((inner) => ({ value: inner, call })));
    return { found, none: outer.found.length === 0 ? outer.none : none };
  };

/** The values of a field in the records that have it. */
export const having = (of: Source<Fields>, name: string): Source<unknown> =>
  each(of, (fields) => (Object.hasOwn(fields, name) ? [fields[name]] : []), `no answer carries \`${name}\``);

/** A rule for each field: its kind in each record, or, with a `?` after its name, in each record that has it. */
export const fieldRules = (section: Section, of: Source<Fields>, kinds: Kinds): Rule[] =>
  Object.entries(kinds).map(([key, kind]) => {
    const name = key.replace("?", "");
    const values = key === name ? each(of, (fields) => [fields[name]]) : having(of, name);
    const statement = `\`${name}\` is ${kind.called}${key === name ? "" : ", where it is given"}`;
    return rulesOf(section)(statement, values, (value) => unlike(kind, value));
  });

export const shapesOf =
  (section: Section) =>
  <T>(what: string, of: Source<T>, summary: (values: T[], found: readonly Case<T>[]) => string | null): OpenShape => ({
    section,
    what,
    read: (seen) => {
      const { found } = of(seen);
      const values = found.map(({ value }) => value);
      return found.length === 0 ? null : summary(values, found);
    },
  });

/** The distinct descriptions of the values. */
export const eachOnce =
  <T>(format: (value: T) => string) =>
  (values: T[]): string =>
    [...new Set(values.map(format))].join(" or ");

/** Describes the fields outside the interface; `none` without any. */
export const others =
  (named: readonly string[], none: "none" | null = "none") =>
  (records: Fields[]): string | null =>
    describeFields(records.map((record) => otherFieldsOf(record, new Set(named)))) || none;
