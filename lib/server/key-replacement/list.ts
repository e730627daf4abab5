import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { notFound } from "#lib/server/errors.ts";

/** Older ones have nothing to tell any more. */
const MOST_ENDED = 20;

const SELECT = `
  SELECT replacement.id, replacement.state, old_service_key_id AS old_key_id, old_name, new_service_key_id AS new_key_id,
    new_name, problem, person.name AS started_by, started_at, replacement.created_at, switched_at, ended_at,
    (SELECT candidates FROM creation_attempts WHERE flow_id = replacement.id::text AND look_at IS NULL) AS candidates,
    revealed.fingerprint, revealed.acknowledged_at AS stored_at,
    CASE WHEN new_service_key_id IS NULL THEN NULL
      WHEN revealed.acknowledged_at IS NOT NULL THEN 'stored'
      WHEN revealed.secret_id IS NOT NULL AND revealed.expires_at > now() THEN 'held' ELSE 'unclaimed' END AS value
  FROM key_replacements AS replacement
  LEFT JOIN users AS person ON person.id = replacement.started_by
  LEFT JOIN reveals AS revealed ON revealed.kind = 'api_key' AND revealed.subject_id = replacement.new_service_key_id`;

/** Replacements of keys that are used elsewhere: all that are open, then the last that have ended; newest first. */
export async function listKeyReplacements({ pool }: Pick<Database, "pool"> = database()): Promise<KeyReplacement[]> {
  const { rows } = await pool.query<KeyReplacement>(
    `(${SELECT} WHERE replacement.state NOT IN ('done', 'cancelled') ORDER BY started_at DESC, replacement.id)
     UNION ALL
     (${SELECT} WHERE replacement.state IN ('done', 'cancelled') ORDER BY ended_at DESC, replacement.id LIMIT ${MOST_ENDED})`,
  );
  return rows;
}

export async function getKeyReplacement(id: string, { pool }: Pick<Database, "pool">): Promise<KeyReplacement> {
  const { rows } = await pool.query<KeyReplacement>(`${SELECT} WHERE replacement.id = $1`, [id]);
  return rows[0] ?? Promise.reject(notFound("The replacement"));
}
