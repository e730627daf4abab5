import {
  curpOf,
  type LookupEnd,
  peopleOutcome,
  personName,
  readPeople,
  registeredName,
  standingError,
} from "#lib/core/contract/people/person.ts";
import { birthYear } from "#lib/core/rules/curp/birth-year.ts";
import { UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { storableText } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, storedInstant } from "#lib/platform/server/db/database.ts";

const ANSWERS = `
  SELECT touched.verification_id, newest.read_at, same.since, bodies.body, ended.lookups
  FROM unnest($1::text[]) AS touched(verification_id)
  CROSS JOIN LATERAL newest_reading(touched.verification_id, 'people') AS newest
  JOIN snapshot_bodies AS bodies ON bodies.hash = newest.body_hash
  LEFT JOIN LATERAL (
    SELECT read_at, body_hash FROM verification_snapshots AS read
    WHERE read.verification_id = touched.verification_id AND read.subject = 'people'
      AND read.body_hash <> newest.body_hash
    ORDER BY read_at DESC, body_hash DESC LIMIT 1
  ) AS other ON true
  CROSS JOIN LATERAL (
    SELECT min(read_at) AS since FROM verification_snapshots AS read
    WHERE read.verification_id = touched.verification_id AND read.subject = 'people'
      AND read.body_hash = newest.body_hash
      AND (other.read_at IS NULL OR (read.read_at, read.body_hash) > (other.read_at, other.body_hash))
  ) AS same
  CROSS JOIN LATERAL (
    SELECT COALESCE(json_agg(last), '[]') AS lookups FROM (
      SELECT people_id, people_error, people_error_message, effective_at AS at
      FROM lookups_of(touched.verification_id) WHERE is_current
    ) AS last
  ) AS ended`;

const COLUMNS = "people_id, name, curp, outcome, has_pdf, people_error, at, texts, role, birth_year, told_apart";
const columnsOf = (row: string): string => COLUMNS.replaceAll(/\w+/g, `${row}.$&`);

const WRITE = `
  WITH fresh AS MATERIALIZED (
    SELECT * FROM json_populate_recordset(NULL::verification_people, $2::json)
  ), gone AS (
    DELETE FROM verification_people AS known WHERE known.verification_id = ANY($1::text[]) AND NOT EXISTS (
      SELECT FROM fresh WHERE fresh.verification_id = known.verification_id AND fresh.position = known.position
    )
  )
  INSERT INTO verification_people AS known (verification_id, position, ${COLUMNS})
  SELECT verification_id, position, ${COLUMNS} FROM fresh
  ON CONFLICT (verification_id, position) DO UPDATE SET (${COLUMNS}) = ROW (${columnsOf("EXCLUDED")})
    WHERE (${columnsOf("known")}) IS DISTINCT FROM (${columnsOf("EXCLUDED")})`;

/** Copies the tags from the summaries, since any event may change a tag. */
const TAG = `
  UPDATE verification_people AS known SET tag = summary.tag FROM verification_summaries AS summary
  WHERE known.verification_id = ANY($1::text[]) AND summary.verification_id = known.verification_id
    AND known.tag IS DISTINCT FROM summary.tag`;

/**
 * Writes the search rows of people: for the verifications in `about`, which have a new answer or lookup, whole rows;
 * for all in `touched` the tags. The rows depend on the newest answer and the lookups, not on the order of their
 * arrival. Run it after `summarise`, under the same locks.
 */
export async function writePeople(client: Client, about: readonly string[], touched: readonly string[]): Promise<void> {
  if (about.length > 0) {
    const { rows } = await client.query<PeopleAnswer>({ name: "answers about people", text: ANSWERS, values: [about] });
    const people = rows.flatMap((answer) => peopleRows({ ...answer, lookups: answer.lookups.map(instants) }));
    const values = [about, JSON.stringify(people)];
    await client.query({ name: "write people", text: WRITE, values });
  }
  if (touched.length > 0) await client.query({ name: "tag people", text: TAG, values: [touched] });
}

type Lookup = PeopleAnswer["lookups"][number];

/** Within JSON, PostgreSQL returns times in its own format. */
const instants = (lookup: Lookup): Lookup => ({ ...lookup, at: storedInstant(lookup.at) ?? lookup.at });

/** The newest answer about a verification's people, and the last lookup of each person that an event reported. */
type PeopleAnswer = {
  verification_id: string;
  read_at: Instant;
  /** Time of the first read with this answer. */
  since: Instant;
  body: string;
  lookups: (LookupEnd & { people_id: number })[];
};

/** Real names and numbers are shorter; the stored answer keeps the whole text. */
const MAX_LENGTH = 300;

const cut = (text: string | null): string | null => text && storableText(text, MAX_LENGTH);

/** A row for each person, in the order of the answer. Pure. */
function peopleRows({ verification_id, read_at, since, body, lookups }: PeopleAnswer) {
  const ended = new Map<number | null, LookupEnd>(lookups.map((lookup) => [lookup.people_id, lookup]));
  return readable(body).map((entry, position) => {
    const last = ended.get(entry.people_id);
    const { curp } = entry.external_identities;
    const person = { ...entry, lookup_error: standingError(last, curp, read_at) };
    const texts = [person.full_name, registeredName(person), curp?.applicant_data?.curp ?? null, curp?.search_number];
    return {
      verification_id,
      position,
      people_id: person.people_id,
      name: cut(personName(person)),
      curp: cut(curpOf(person)),
      outcome: peopleOutcome(person),
      has_pdf: curp?.curp_file.available ?? false,
      people_error: cut(person.lookup_error?.people_error ?? null),
      at: last?.at ?? since,
      texts: [...new Set(texts.map((text) => cut(text ?? null)))].filter(Boolean).join(" "),
      role: cut(person.role),
      birth_year: birthYear(curp?.applicant_data?.birth_date ?? null, curpOf(person)),
      told_apart: true,
    };
  });
}

/** The people of a stored answer; none if it is unreadable, though unreadable answers are not stored (design §7). */
function readable(body: string): ReturnType<typeof readPeople> {
  try {
    return readPeople(parseJson(body));
  } catch (error) {
    if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return [];
    throw error;
  }
}
