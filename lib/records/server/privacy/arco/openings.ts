import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { isCertain, MAX_ARCO_OPENINGS, type PersonOpenings } from "#lib/records/contract/privacy/arco.ts";
import { searchKept } from "./detail.ts";
import { readRequest } from "./register.ts";

const OPENINGS = `
  SELECT at, action, COALESCE(users.name, user_email, token.name) AS by
  FROM audit_log LEFT JOIN users ON users.id = user_id LEFT JOIN service_tokens AS token ON token.id = audit_log.token_id
  WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND ids -> 'people_ids' @> to_jsonb($2::bigint)
    AND action IN ('people.opened', 'curp_pdf.opened')
  ORDER BY audit_log.id DESC LIMIT ${MAX_ARCO_OPENINGS}`;

/**
 * The openings, by the audit trail, of the certain matches of a request's subject. The search is recorded, as by
 * `readDetail`. Throws NOT_FOUND.
 */
export async function whoSaw(
  request_id: string,
  actor: Actor,
  connection: Pooled = database(),
): Promise<{ people: PersonOpenings[] }> {
  const { pool } = connection;
  const kept = await searchKept(await readRequest(pool, request_id), actor, connection);
  const people: PersonOpenings[] = [];
  for (const { key, verification_id, people_id, name } of kept.people.filter(isCertain)) {
    if (people_id === null) continue;
    const { rows } = await pool.query<PersonOpenings["openings"][number]>(OPENINGS, [verification_id, people_id]);
    people.push({ key, verification_id, name, openings: rows });
  }
  return { people };
}
