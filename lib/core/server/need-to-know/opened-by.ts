import type { Opening, Openings } from "#lib/core/contract/need-to-know/policy.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

const MAX_OPENINGS = 8;

/** The entries of `log`, newest first. */
const NEWEST = `
  SELECT audit_log.at, action,
    CASE WHEN user_id IS NOT NULL THEN jsonb_build_object('email', user_email, 'name', users.name) END AS user,
    token.name AS token, after ->> 'reason' AS reason, written.words
  FROM log JOIN audit_log USING (id) LEFT JOIN users ON users.id = user_id
  LEFT JOIN service_tokens AS token ON token.id = audit_log.token_id
  LEFT JOIN opening_reasons AS written ON written.entry_id = audit_log.id
  ORDER BY audit_log.id DESC LIMIT ${MAX_OPENINGS}`;

type Verification = { verification_id: string };

/** The last openings of a person and the last search of each user, newest first: many searches do not hide the others. */
export async function openingsOfPerson(
  { verification_id, people_id }: Verification & { people_id: number },
  { pool }: Pooled = database(),
): Promise<Openings> {
  const { rows } = await pool.query<Opening>(
    `WITH log AS (
       (SELECT id FROM audit_log
        WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND ids -> 'people_ids' @> to_jsonb($2::bigint)
          AND action IN ('people.opened', 'curp_pdf.opened')
        ORDER BY id DESC LIMIT ${MAX_OPENINGS})
       UNION ALL
       SELECT max(id) FROM audit_log
       WHERE ids @> jsonb_build_object('verification_ids', jsonb_build_array($1::text)) AND action = 'people.searched'
       GROUP BY user_id
     ) ${NEWEST}`,
    [verification_id, people_id],
  );
  return { items: rows };
}

/** The last openings of a file, of its deliveries' payloads, and of its people, newest first. */
export async function openingsOfFile(
  { verification_id }: Verification,
  { pool }: Pooled = database(),
): Promise<Openings> {
  const { rows } = await pool.query<Opening>(
    `WITH log AS (
       SELECT id FROM audit_log
       WHERE (ids ->> 'verification_id') COLLATE "C" = $1
         AND action IN ('verification.opened', 'delivery.opened', 'people.opened', 'curp_pdf.opened')
       ORDER BY id DESC LIMIT ${MAX_OPENINGS}
     ) ${NEWEST}`,
    [verification_id],
  );
  return { items: rows };
}
