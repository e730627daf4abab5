import { parseInstant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import { type PeopleAnswer, type PersonRow, peopleRows } from "./people-rows.ts";

const ANSWERS = `
  SELECT touched.verification_id, newest.read_at, same.since, bodies.body, ended.lookups
  FROM unnest($1::text[]) AS touched(verification_id)
  CROSS JOIN LATERAL (
    SELECT read_at, body_hash FROM verification_snapshots AS read
    WHERE read.verification_id = touched.verification_id AND read.subject = 'people'
    ORDER BY read_at DESC, body_hash DESC LIMIT 1
  ) AS newest
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
      SELECT DISTINCT ON (people_id) people_id, people_error, people_error_message, effective_at AS at
      FROM curp_lookups AS lookup WHERE lookup.verification_id = touched.verification_id
      ORDER BY people_id, effective_at DESC, digest DESC
    ) AS last
  ) AS ended`;

const COLUMNS = ["people_id", "name", "curp", "outcome", "people_error", "at", "texts"] as const;
const columns = COLUMNS.join(", ");
const own = COLUMNS.map((name) => `known.${name}`).join(", ");
const excluded = COLUMNS.map((name) => `EXCLUDED.${name}`).join(", ");

const WRITE = `
  WITH fresh AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS person(verification_id text, position integer, people_id bigint,
      name text, curp text, outcome text, people_error text, at timestamptz, texts text)
  ), gone AS (
    DELETE FROM verification_people AS known WHERE known.verification_id = ANY($1::text[]) AND NOT EXISTS (
      SELECT FROM fresh WHERE fresh.verification_id = known.verification_id AND fresh.position = known.position
    )
  )
  INSERT INTO verification_people AS known (verification_id, position, ${columns})
  SELECT verification_id, position, ${columns} FROM fresh
  ON CONFLICT (verification_id, position) DO UPDATE SET (${columns}) = ROW (${excluded})
    WHERE (${own}) IS DISTINCT FROM (${excluded})`;

/** The tag is another fact than the person, told by every event: it follows the summary, for all that were touched. */
const TAG = `
  UPDATE verification_people AS known SET tag = summary.tag FROM verification_summaries AS summary
  WHERE known.verification_id = ANY($1::text[]) AND summary.verification_id = known.verification_id
    AND known.tag IS DISTINCT FROM summary.tag`;

/**
 * Writes what people are searched by: of `about`, whose people something new is known of, from the newest answer and the
 * lookups alone, whatever the order in which they came; and the tags of all that were `touched`. Run it after `summarise`,
 * under the same locks.
 */
export async function writePeople(client: Client, about: readonly string[], touched: readonly string[]): Promise<void> {
  if (about.length > 0) {
    const { rows } = await client.query<PeopleAnswer>({ name: "answers about people", text: ANSWERS, values: [about] });
    const people = rows.flatMap((answer): PersonRow[] =>
      peopleRows({ ...answer, lookups: answer.lookups.map(instants) }),
    );
    const values = [about, JSON.stringify(people)];
    await client.query({ name: "write people", text: WRITE, values });
  }
  if (touched.length > 0) await client.query({ name: "tag people", text: TAG, values: [touched] });
}

type Lookup = PeopleAnswer["lookups"][number];

/** In JSON a time comes as PostgreSQL writes it. */
const instants = (lookup: Lookup): Lookup => ({ ...lookup, at: parseInstant(lookup.at) ?? lookup.at });
