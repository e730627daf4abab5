import type { Rotation, RotationProblem } from "#lib/contract/keys/keys.ts";
import { type FlowState, isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { ITSELF } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { type Client, type Database, database } from "#lib/server/db/database.ts";
import { endAttempts } from "#lib/server/provisioning/attempts.ts";

/** A rotation as stored. */
export type RotationRow = {
  id: string;
  state: FlowState<"own_key">;
  revision: number;
  old_key_id: string;
  old_service_key_id: string;
  new_key_id: string | null;
  new_service_key_id: string | null;
  giving_up: RotationProblem | null;
  problem: RotationProblem | null;
  failures: number;
  /** Whether the time has come for the next step. */
  due: boolean;
  /** Whether the key that it began with is still the dashboard's. */
  old_is_current: boolean;
  /** Whether the service refuses the key that is the dashboard's now. */
  key_refused: boolean;
  /** Attempts whose outcome stayed unknown. */
  lost: number;
  /** The one whose leftovers were not looked for yet; `candidates` are the keys that an admin has to choose from. */
  attempt: { candidates: string[] | null; decision: string | null } | null;
};

/** Another process took this step, or another decision, meanwhile. */
export class Overtaken extends Error {
  override name = "Overtaken";
}

/** The rotation that is under way; null when there is none. */
export async function findUnderWay(client: Client): Promise<RotationRow | null> {
  const { rows } = await client.query<RotationRow>(`
    SELECT rotation.*, rotation.due_at <= now() AS due, fresh.service_key_id AS new_service_key_id,
      EXISTS (SELECT FROM dashboard_keys WHERE id = rotation.old_key_id AND state = 'current') AS old_is_current,
      EXISTS (SELECT FROM service_budget WHERE key_refused_at IS NOT NULL) AS key_refused,
      (SELECT count(*) FROM creation_attempts WHERE flow_id = rotation.id::text AND look_at IS NOT NULL)::int AS lost,
      (SELECT to_jsonb(open) FROM creation_attempts AS open WHERE flow_id = rotation.id::text AND look_at IS NULL) AS attempt
    FROM rotations AS rotation LEFT JOIN dashboard_keys AS fresh ON fresh.id = rotation.new_key_id
    WHERE rotation.state NOT IN ('done', 'abandoned')`);
  return rows[0] ?? null;
}

type Change = {
  state?: FlowState<"own_key">;
  new_key_id?: string;
  old_service_key_id?: string;
  giving_up?: RotationProblem;
  problem?: RotationProblem | null;
  failures?: number;
  /** Milliseconds until the next step; at once unless it says otherwise. */
  wait?: number;
};

/**
 * Writes what a step came to. A step that went well leaves no problem and no failures behind. Throws Overtaken where the
 * rotation is no longer as `row` has it.
 */
export async function advance(
  client: Client,
  row: Pick<RotationRow, "id" | "revision" | "giving_up">,
  change: Change,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE rotations SET revision = revision + 1, state = coalesce($3, state), new_key_id = coalesce($4, new_key_id),
       old_service_key_id = coalesce($5, old_service_key_id), giving_up = coalesce($6, giving_up), problem = $7,
       failures = $8, due_at = now() + make_interval(secs => $9)
     WHERE id = $1 AND revision = $2`,
    [
      row.id,
      row.revision,
      change.state ?? null,
      change.new_key_id ?? null,
      change.old_service_key_id ?? null,
      change.giving_up ?? null,
      change.problem ?? null,
      change.failures ?? 0,
      (change.wait ?? 0) / 1000,
    ],
  );
  if (rowCount !== 1) throw new Overtaken();
  if (!change.state) return;
  await recordStep(client, row.id, change.state);
  if (isUnderWay({ state: change.state })) return;
  await writeAudit(client, {
    action: "rotation.ended",
    ids: { rotation_id: row.id },
    actor: ITSELF,
    after: { state: change.state },
    outcome: change.state === "done" ? "done" : "failed",
    error_code: change.state === "done" ? null : (change.problem ?? row.giving_up),
  });
  await endAttempts(client, row.id);
}

/** When the state was reached; by the clock, since several may be in one transaction's time. */
export async function recordStep(client: Client, rotationId: string, state: FlowState<"own_key">): Promise<void> {
  await client.query("INSERT INTO rotation_steps (rotation_id, state, at) VALUES ($1, $2, clock_timestamp())", [
    rotationId,
    state,
  ]);
}

/** Older ones are of no interest any more. */
const MAX_SHOWN = 20;

type ShownRow = {
  id: string;
  state: FlowState<"own_key">;
  problem: RotationProblem | null;
  old_service_key_id: string;
  new_service_key_id: string | null;
  started_by: string | null;
  unclear: string[] | null;
  steps: { state: FlowState<"own_key">; at: string }[];
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
  const { rows } = await pool.query<ShownRow>(
    `${SELECT} ORDER BY rotation.created_at DESC, rotation.id LIMIT ${MAX_SHOWN}`,
  );
  return rows.map(shown);
}

export async function getRotation(id: string, { pool }: Pick<Database, "pool"> = database()): Promise<Rotation | null> {
  const { rows } = await pool.query<ShownRow>(`${SELECT} WHERE rotation.id = $1`, [id]);
  return rows[0] ? shown(rows[0]) : null;
}

function shown(row: ShownRow): Rotation {
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
