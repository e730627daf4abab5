import type { ErrorCode } from "#lib/contract/error.ts";
import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import type { FlowState } from "#lib/contract/provisioning/flow.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { type Client, type Database, database } from "#lib/server/db/database.ts";

/** A replacement as stored. */
export type KeyReplacementRow = {
  id: string;
  state: FlowState<"key_elsewhere">;
  old_service_key_id: string;
  old_name: string;
  new_service_key_id: string | null;
  /** An admin has to choose which key the last attempt left. */
  asked: boolean;
};

export async function findReplacement(client: Client, id: string): Promise<KeyReplacementRow | null> {
  const { rows } = await client.query<KeyReplacementRow>(
    `SELECT id, state, old_service_key_id, old_name, new_service_key_id,
       EXISTS (SELECT FROM creation_attempts WHERE flow_id = replacement.id::text AND candidates IS NOT NULL) AS asked
     FROM key_replacements AS replacement WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Moves it on; what a state is reached at is written once. */
export async function moveTo(client: Client, id: string, state: FlowState<"key_elsewhere">): Promise<null> {
  await client.query(
    `UPDATE key_replacements SET state = $2, problem = NULL,
       switched_at = CASE WHEN $2 = 'created' THEN NULL WHEN $2 = 'switched' THEN now() ELSE switched_at END,
       ended_at = CASE WHEN $2 IN ('done', 'cancelled') THEN now() END WHERE id = $1`,
    [id, state],
  );
  return null;
}

export async function noteProblem(client: Client, id: string, problem: ErrorCode): Promise<void> {
  await client.query("UPDATE key_replacements SET problem = $2 WHERE id = $1", [id, problem]);
}

/** A key is requested under this name: whatever was created before is no part of it any more. */
export async function noteRequested(client: Client, id: string, name: string): Promise<void> {
  await client.query(
    `UPDATE key_replacements SET state = 'intent', new_service_key_id = NULL, new_name = $2, created_at = NULL, problem = NULL
     WHERE id = $1`,
    [id, name],
  );
}

export async function noteCreated(client: Client, id: string, serviceKeyId: string): Promise<void> {
  await client.query(
    "UPDATE key_replacements SET state = 'created', new_service_key_id = $2, created_at = now() WHERE id = $1",
    [id, serviceKeyId],
  );
}

/** Older ones are of no interest any more. */
const MAX_ENDED = 20;

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
     (${SELECT} WHERE replacement.state IN ('done', 'cancelled') ORDER BY ended_at DESC, replacement.id LIMIT ${MAX_ENDED})`,
  );
  return rows;
}

export async function getKeyReplacement(id: string, { pool }: Pick<Database, "pool">): Promise<KeyReplacement> {
  const { rows } = await pool.query<KeyReplacement>(`${SELECT} WHERE replacement.id = $1`, [id]);
  return rows[0] ?? Promise.reject(notFound("The replacement"));
}
