import type { SamePeople, SamePerson } from "#lib/core/contract/people/people-search.ts";
import { readPeople } from "#lib/core/contract/people/person.ts";
import { curpIn, holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/** More entries are left to the search of people. */
const MAX_OTHERS = 20;

const CURPS =
  "SELECT curp FROM verification_people WHERE verification_id = $1 AND people_id = $2 AND curp IS NOT NULL LIMIT 1";

/**
 * MATERIALIZED makes the planner use the index on the CURP: for a few rows in this order it would take another index.
 */
const OTHER_ENTRIES = `
  WITH same AS MATERIALIZED (
    SELECT verification_id, position, people_id, tag, outcome, people_error, at FROM verification_people
    WHERE curps @> ARRAY[$2] AND bare_curp(curp) = $2 AND verification_id <> $1
  )
  SELECT same.verification_id, same.people_id, same.tag, summary.title, same.outcome, same.people_error, answer.body
  FROM (SELECT * FROM same ORDER BY at DESC, verification_id DESC, position DESC LIMIT ${MAX_OTHERS + 1}) AS same
  LEFT JOIN verification_summaries AS summary ON summary.verification_id = same.verification_id
  LEFT JOIN LATERAL (
    SELECT bodies.body FROM verification_snapshots AS read JOIN snapshot_bodies AS bodies ON bodies.hash = read.body_hash
    WHERE read.verification_id = same.verification_id AND read.subject = 'people'
    ORDER BY read.read_at DESC, read.body_hash DESC LIMIT 1
  ) AS answer ON true
  ORDER BY same.at DESC, same.verification_id DESC, same.position DESC`;

type PersonRow = Omit<SamePerson, "role"> & { body: string | null };

/** Other entries with this person's CURP; none without a CURP, or with a malformed one. */
export async function othersLike(
  { verification_id, people_id }: { verification_id: string; people_id: number },
  { pool }: Pooled = database(),
): Promise<SamePeople> {
  const { rows: known } = await pool.query<{ curp: string }>(CURPS, [verification_id, people_id]);
  const stated = known[0]?.curp;
  // Placeholders such as 'Pending' would make strangers the same person.
  const curp = stated !== undefined && holdsCurp(stated) ? curpIn(stated) : null;
  if (curp === null) return { items: [], has_more: false };
  const { rows } = await pool.query<PersonRow>(OTHER_ENTRIES, [verification_id, curp]);
  return {
    items: rows.slice(0, MAX_OTHERS).map(({ body, ...row }) => ({
      ...row,
      tag: shownName(row.tag),
      title: shownName(row.title),
      role: roleIn(body, row.people_id),
    })),
    has_more: rows.length > MAX_OTHERS,
  };
}

function roleIn(body: string | null, people_id: number | null): string | null {
  const people = body === null ? [] : readPeople(parseJson(body));
  return people.find((person) => person.people_id === people_id)?.role ?? null;
}
