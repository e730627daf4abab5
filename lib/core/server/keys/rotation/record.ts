import type { Rotation } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { endAttempts } from "#lib/core/server/provisioning/attempts.ts";
import {
  advance,
  type Flow,
  type FlowChange,
  findFlow,
  listFlows,
  stepsOf,
} from "#lib/core/server/provisioning/record.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

type RotationFacts = {
  old_is_current: boolean;
  key_refused: boolean;
};

/** The running rotation, with the facts for its next step. */
export type RotationUnderWay = Flow<"own_key"> & RotationFacts;

export async function findUnderWay(client: Client): Promise<RotationUnderWay | null> {
  const flow = await findFlow(client, "own_key", "NOT ended");
  if (!flow) return null;
  const { rows } = await client.query<RotationFacts>(
    `SELECT EXISTS (SELECT FROM dashboard_keys WHERE id = $1 AND state = 'current') AS old_is_current,
       EXISTS (SELECT FROM service_budget WHERE key_refused_at IS NOT NULL) AS key_refused`,
    [flow.details.old_key_id],
  );
  return { ...flow, ...(rows[0] as RotationFacts) };
}

/** Writes the result of a step, and an audit entry for the end of the rotation. Throws as `advance` does. */
export async function advanceRotation(client: Client, rotation: Flow<"own_key">, change: FlowChange<"own_key">) {
  const next = await advance(client, rotation, change);
  if (isUnderWay(next)) return next;
  const done = next.state === "done";
  await writeAudit(client, {
    action: "rotation.ended",
    ids: { rotation_id: next.id },
    actor: SYSTEM_ACTOR,
    after: { state: next.state },
    outcome: done ? "done" : "failed",
    error_code: done ? null : (next.problem ?? next.details.giving_up),
  });
  await endAttempts(client, next.id);
  return next;
}

/** The rotations of the dashboard's own key, newest first. */
export const listRotations = async ({ pool }: Pooled = database()): Promise<Rotation[]> =>
  (await listFlows(pool, "own_key")).map(shown);

export async function getRotation(id: string, { pool }: Pooled = database()): Promise<Rotation> {
  const flow = await findFlow(pool, "own_key", "id = $2", [id]);
  if (!flow) throw notFound("The rotation");
  return shown(flow);
}

function shown(flow: Flow<"own_key">): Rotation {
  const { id, state, problem, attempt, old_id, new_id, started_by } = flow;
  const unclear = attempt?.decision === null ? attempt.candidates : null;
  return {
    id,
    state,
    steps: stepsOf(flow),
    problem,
    needs: unclear ? "orphan" : problem === "OLD_KEY_STILL_WORKS" && state === "retiring" ? "old_key" : null,
    candidates: unclear ?? [],
    old_key_id: old_id,
    new_key_id: new_id,
    started_by,
  };
}
