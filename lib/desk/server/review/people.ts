import {
  curpOf,
  type LookupEnd,
  outcomeOfCode,
  peopleOutcome,
  personName,
  type ReadPerson,
  readPeople,
  standingError,
} from "#lib/core/contract/people/person.ts";
import type { ReviewPerson } from "#lib/desk/contract/review/facts.ts";
import { type LookupStatement, standingLookup } from "#lib/desk/contract/review/lookups.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Number of examined answers, the newest first: each renewed link of a PDF makes another answer. */
const MAX_ANSWERS = 20;

/** The different answers about people, with the time of their first read; the body is null after the retention. */
const ANSWERS = `
  SELECT answer.read_at, answer.last_at, bodies.body FROM (
    SELECT body_hash, min(read_at) AS read_at, max(read_at) AS last_at FROM verification_snapshots
    WHERE verification_id = $1 AND subject = 'people' GROUP BY body_hash
    ORDER BY max(read_at) DESC, body_hash DESC LIMIT ${MAX_ANSWERS}
  ) AS answer LEFT JOIN snapshot_bodies AS bodies ON bodies.hash = answer.body_hash
  ORDER BY answer.last_at DESC, answer.body_hash DESC`;

const LOOKUPS = `
  SELECT people_id, people_error, people_error_message, effective_at AS at, signed_before FROM lookups_of($1)
  ORDER BY place`;

type Answer = { read_at: Instant; last_at: Instant; body: string | null };
type Lookup = LookupEnd & { people_id: number; signed_before: Instant };

type PeopleTools = { knownAt: (signed_before: Instant) => Instant; hash: (text: string) => string };

/**
 * The people of a verification for reviews: the people of the newest answer, and of later lookups. Null without any, or
 * if the retention has deleted the answer: then people are not compared.
 */
export async function readReviewPeople(
  client: Client,
  verification_id: string,
  { knownAt, hash }: PeopleTools,
): Promise<ReviewPerson[] | null> {
  const { rows: answers } = await client.query<Answer>(ANSWERS, [verification_id]);
  const { rows: lookups } = await client.query<Lookup>(LOOKUPS, [verification_id]);
  const [newest] = answers;
  if (newest?.body === null || (!newest && lookups.length === 0)) return null;
  // An unreadable answer is never stored (design §7).
  const read = answers.flatMap(({ read_at, body }) =>
    body === null ? [] : [{ read_at, people: readPeople(parseJson(body)) }],
  );
  const people = read[0]?.people ?? [];
  const listed = new Set(people.map(({ people_id }) => people_id));
  const later = lookups.filter(
    ({ people_id, at }) => !listed.has(people_id) && (newest === undefined || at > newest.last_at),
  );
  const reported = (people_id: number | null) => lookups.filter((lookup) => lookup.people_id === people_id);
  const standing = (people_id: number | null) => {
    const events = reported(people_id).map(
      ({ people_error, signed_before }): LookupStatement => ({
        outcome: people_error === null ? "ended" : outcomeOfCode(people_error),
        people_error,
        at: knownAt(signed_before),
      }),
    );
    const answered = read.flatMap(({ read_at, people }): LookupStatement[] => {
      const person = people.find((one) => one.people_id === people_id);
      return person ? [statementOf(person, read_at, reported(people_id))] : [];
    });
    return standingLookup([...events, ...answered]);
  };
  return [
    ...people.map((person): ReviewPerson => {
      const lookup = standing(person.people_id);
      const hashOf = (kind: string, text: string | null | undefined) => (text ? hash(`${kind} ${text}`) : null);
      return {
        people_id: person.people_id,
        outcome: lookup?.outcome ?? "none",
        people_error: lookup?.people_error ?? null,
        since: lookup?.since ?? newest?.read_at ?? "",
        curp_hash: hashOf("curp", curpOf(person)),
        name_hash: hashOf("name", personName(person)),
        birth_date_hash: hashOf("birth_date", person.external_identities.curp?.applicant_data?.birth_date),
      };
    }),
    ...[...new Set(later.map(({ people_id }) => people_id))].flatMap((people_id): ReviewPerson[] => {
      const lookup = standing(people_id);
      const unknown = { curp_hash: null, name_hash: null, birth_date_hash: null };
      return lookup ? [{ people_id, ...lookup, ...unknown }] : [];
    }),
  ];
}

/** An answer's statement about a person's lookup: the failure reported before, unless the answer shows a success. */
function statementOf(person: ReadPerson, read_at: Instant, reported: readonly Lookup[]): LookupStatement {
  const last = reported.findLast(({ at }) => at <= read_at);
  const lookup_error = standingError(last, person.external_identities.curp, read_at);
  return {
    outcome: peopleOutcome({ ...person, lookup_error }),
    people_error: lookup_error?.people_error ?? null,
    at: read_at,
  };
}
