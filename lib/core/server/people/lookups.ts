import {
  type LookupEnd,
  outcomeOfCode,
  type Person,
  type PersonLookup,
  peopleOutcome,
  type ReadPerson,
  standingError,
} from "#lib/core/contract/people/person.ts";
import { readItems } from "#lib/core/server/verifications/items.ts";
import { type Instant, instantToMs } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

export type LookupFact = Omit<LookupEnd, "at"> &
  Pick<PersonLookup, "item_id" | "shareholder_id"> & { effective_at: Instant };

/** The shown lookups of a person, and the reports that are read for them. */
const MAX_LOOKUPS = 20;
const MAX_REPORTS = 100;

/**
 * Retries end about 15 minutes after the first attempt (interface, event rule 4), each answered within 30 seconds
 * (Limits); the interface does not say whether the service signs them anew.
 */
const RETRIED_WITHIN_MS = 20 * 60_000;

type Lookups = Pick<Person, "lookups" | "has_older_lookups">;
type LookupRow = LookupFact & { people_id: number; reports: number };

export async function readLookups(client: Client, verification_id: string): Promise<Map<number | null, Lookups>> {
  const { rows } = await client.query<LookupRow>(
    `SELECT people_id, effective_at, item_id, shareholder_id, people_error, people_error_message, reports FROM (
       SELECT *, count(*) OVER (PARTITION BY people_id) AS reports,
         row_number() OVER (PARTITION BY people_id ORDER BY place DESC) AS age
       FROM lookups_of($1)
     ) AS lookup WHERE age <= $2 ORDER BY place`,
    [verification_id, MAX_REPORTS],
  );
  if (rows.length === 0) return new Map();
  const items = await readItems(client, verification_id);
  const types = new Map(items.map(({ item_id, item_type }) => [item_id, item_type]));
  const people = [...Map.groupBy(rows, ({ people_id }) => people_id)];
  return new Map(
    people.map(([people_id, facts]) => {
      const all = collectLookups(facts, types);
      const cut = all.length > MAX_LOOKUPS || facts.some(({ reports }) => reports > MAX_REPORTS);
      return [people_id, { lookups: all.slice(0, MAX_LOOKUPS), has_older_lookups: cut }];
    }),
  );
}

/**
 * The lookups of one person, newest first, from the facts of events, oldest first. Equal facts within the time of
 * retries, without another report in between, are one lookup. Pure.
 */
export function collectLookups(
  facts: readonly LookupFact[],
  types: ReadonlyMap<number, string | null>,
): PersonLookup[] {
  const lookups: PersonLookup[] = [];
  for (const { effective_at, ...stated } of facts) {
    const { item_id, people_error, people_error_message, shareholder_id } = stated;
    const last = lookups.at(-1);
    if (last && isRepeated(last, stated) && instantToMs(effective_at) - instantToMs(last.at) <= RETRIED_WITHIN_MS) {
      last.reports += 1;
      last.last_at = effective_at;
    } else {
      lookups.push({
        at: effective_at,
        reports: 1,
        last_at: effective_at,
        outcome: people_error === null ? "ended" : outcomeOfCode(people_error),
        people_error,
        people_error_message,
        item_id,
        item_type: item_id === null ? null : (types.get(item_id) ?? null),
        shareholder_id,
      });
    }
  }
  return lookups.reverse();
}

const COMPARED_FIELDS = ["people_error", "people_error_message", "item_id", "shareholder_id"] as const;

const isRepeated = (last: PersonLookup, stated: Pick<PersonLookup, (typeof COMPARED_FIELDS)[number]>): boolean =>
  COMPARED_FIELDS.every((name) => last[name] === stated[name]);

const NO_LOOKUPS: Lookups = { lookups: [], has_older_lookups: false };

/**
 * A person of an answer, with the lookups that events reported. The answer includes the newest lookup's result, unless
 * it was read before the second of its signature. Pure.
 */
export function joinLookups(person: ReadPerson, read_at: Instant, reported: Lookups = NO_LOOKUPS): Person {
  const [newest, ...older] = reported.lookups;
  const { curp } = person.external_identities;
  const lookup_error = standingError(newest && { ...newest, at: newest.last_at }, curp, read_at);
  const isAnswered = newest?.people_error === null && typeof curp?.success === "boolean";
  if (!isAnswered || secondOf(read_at) < secondOf(newest.last_at)) return { ...person, ...reported, lookup_error };
  const outcome = peopleOutcome({ ...person, lookup_error });
  return { ...person, ...reported, lookup_error, lookups: [{ ...newest, outcome }, ...older] };
}

const secondOf = (instant: Instant): string => instant.slice(0, "2026-11-22T17:09:12".length);
