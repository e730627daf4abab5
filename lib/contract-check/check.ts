import { otherFieldsOf } from "#lib/contract/events/answer.ts";
import type { Observations } from "./observations.ts";
import type { Section } from "./section.ts";
import { describeFields } from "./shape.ts";

/** What a statement of the interface turned out to be. Everything in it may be printed: no value of an answer is. */
export type Verdict =
  | { verdict: "holds" }
  | { verdict: "differs"; expected: string; seen: string }
  | { verdict: "not tried"; why: string };

export type Check = { section: Section; statement: string; judge: (seen: Observations) => Verdict };

/** What a statement is about, or why there is nothing of the kind. */
export type Source<T> = (seen: Observations) => { values: readonly T[]; none: string };

const MOST_DIFFERENCES = 3;

/**
 * A statement about each of some values. `differs` tells what was seen instead, by shape; null where the statement
 * holds. Many values that differ alike are told as one.
 */
export function statement<T>(
  section: Section,
  text: string,
  { of, expected, differs }: { of: Source<T>; expected: string; differs: (value: T) => string | null },
): Check {
  return {
    section,
    statement: text,
    judge: (observations) => {
      const { values, none } = of(observations);
      if (values.length === 0) return { verdict: "not tried", why: none };
      const times = new Map<string, number>();
      for (const value of values) {
        const seen = differs(value);
        if (seen !== null) times.set(seen, (times.get(seen) ?? 0) + 1);
      }
      if (times.size === 0) return { verdict: "holds" };
      const where = (seen: string) =>
        givenWhere(observations, (some) => of(some).values.some((v) => differs(v) === seen));
      return { verdict: "differs", expected, seen: inShort(times, values.length, where) };
    },
  };
}

function inShort(times: ReadonlyMap<string, number>, total: number, where: (seen: string) => string[]): string {
  const parts = [...times].slice(0, MOST_DIFFERENCES).map(([seen, count]) => {
    const notes = total === 1 ? [] : [`${count} of ${total}`];
    // A request that is named says it already.
    if (!seen.includes("--verification")) notes.push(...where(seen));
    return notes.length === 0 ? seen : `${seen} (${notes.join(", ")})`;
  });
  const more = times.size - parts.length;
  return parts.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** Which of several verifications show it, where only some do: each is looked at as if it alone had been given. */
function givenWhere(seen: Observations, shows: (seen: Observations) => boolean): string[] {
  const { verifications } = seen;
  if (verifications.length < 2 || shows({ ...seen, verifications: [] })) return [];
  const showing = verifications.flatMap((one, index) =>
    shows({ ...seen, verifications: [one] }) ? [`${index + 1}`] : [],
  );
  return showing.length === verifications.length ? [] : [`--verification ${showing.join(" and ")}`];
}

/** A statement that reading cannot try. */
export const beyondReading = (section: Section, text: string, why: string): Check => ({
  section,
  statement: text,
  judge: () => ({ verdict: "not tried", why }),
});

/** A part that the interface leaves open ('not shown'); `read` tells how this implementation has it, null where nothing shows it. */
export type OpenShape = { section: Section; what: string; read: (seen: Observations) => string | null };

export function shape<T>(
  section: Section,
  what: string,
  { of, told }: { of: Source<T>; told: (values: readonly T[]) => string | null },
): OpenShape {
  return {
    section,
    what,
    read: (seen) => {
      const { values } = of(seen);
      return values.length === 0 ? null : told(values);
    },
  };
}

/** The same thing said of each value, each wording once. */
export const eachOnce = (told: readonly string[]): string => [...new Set(told)].join(" or ");

type Records = Source<Record<string, unknown>>;

/** The fields of an answer that the interface does not name. */
export const otherFields = (section: Section, what: string, of: Records, named: readonly string[]): OpenShape =>
  shape(section, what, { of, told: (records) => fieldsBeside(records, named) || "none" });

/** As `otherFields`, where nobody misses them: nothing is told of none. */
export const furtherFields = (section: Section, what: string, of: Records, named: readonly string[]): OpenShape =>
  shape(section, what, { of, told: (records) => fieldsBeside(records, named) || null });

const fieldsBeside = (records: readonly Record<string, unknown>[], named: readonly string[]): string =>
  describeFields(records.map((record) => otherFieldsOf(record, new Set(named))));
