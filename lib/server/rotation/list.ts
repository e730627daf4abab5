import type { Rotation, RotationProblem, RotationState } from "#lib/contract/keys/keys.ts";
import { type Database, database } from "#lib/server/db/database.ts";

/** Older ones have nothing to tell any more. */
const MOST_SHOWN = 20;

type Row = {
  id: string;
  state: RotationState;
  problem: RotationProblem | null;
  old_service_key_id: string;
  new_service_key_id: string | null;
  started_by: string | null;
  unclear: string[] | null;
  steps: { state: RotationState; at: string }[];
};

const SELECT = `
  SELECT rotation.id, rotation.state, rotation.problem, rotation.old_service_key_id,
    fresh.service_key_id AS new_service_key_id, (SELECT name FROM users WHERE id = rotation.started_by) AS started_by,
    (SELECT candidates FROM creation_attempts
      WHERE flow_id = rotation.id::text AND look_at IS NULL AND decision IS NULL) AS unclear,
    (SELECT jsonb_agg(jsonb_build_object('state', step.state,
        'at', to_char(step.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) ORDER BY step.at)
      FROM rotation_steps AS step WHERE step.rotation_id = rotation.id) AS steps
  FROM rotations AS rotation LEFT JOIN dashboard_keys AS fresh ON fresh.id = rotation.new_key_id`;

/** The rotations of the dashboard's own key, newest first. */
export async function listRotations({ pool }: Pick<Database, "pool"> = database()): Promise<Rotation[]> {
  const { rows } = await pool.query<Row>(
    `${SELECT} ORDER BY rotation.created_at DESC, rotation.id LIMIT ${MOST_SHOWN}`,
  );
  return rows.map(shown);
}

export async function getRotation(id: string, { pool }: Pick<Database, "pool"> = database()): Promise<Rotation | null> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE rotation.id = $1`, [id]);
  return rows[0] ? shown(rows[0]) : null;
}

function shown(row: Row): Rotation {
  const { id, state, steps, problem, unclear, started_by } = row;
  return {
    id,
    state,
    steps,
    problem,
    needs: unclear ? "orphan" : problem === "OLD_KEY_STILL_WORKS" && state === "retiring" ? "old_key" : null,
    candidates: unclear ?? [],
    old_key_id: row.old_service_key_id,
    new_key_id: row.new_service_key_id,
    started_by,
  };
}
