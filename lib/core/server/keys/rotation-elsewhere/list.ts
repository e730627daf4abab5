import type { RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { type Flow, findFlow, listFlows } from "#lib/core/server/provisioning/record.ts";
import { type RevealState, revealStates } from "#lib/core/server/vault/reveals.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/** Rotations of keys used elsewhere: all open ones, then the last ended ones; newest first. */
export async function listRotationsElsewhere({ pool }: Pooled = database()): Promise<RotationElsewhere[]> {
  const flows = await listFlows(pool, "key_elsewhere");
  const revealed = await revealStates("api_key", { pool });
  return flows.map((flow) => shown(flow, revealed));
}

export async function getRotationElsewhere(id: string, { pool }: Pooled): Promise<RotationElsewhere> {
  const flow = await findRotationElsewhere(id, { pool });
  if (!flow) throw notFound("The rotation");
  return shown(flow, await revealStates("api_key", { pool }));
}

/** A running or ended rotation. */
export const findRotationElsewhere = (id: string, { pool }: Pooled) => findFlow(pool, "key_elsewhere", "id = $2", [id]);

function shown(
  { id, state, old_id, new_id, details, problem, attempt, started_by, started_at, reached }: Flow<"key_elsewhere">,
  revealed: Map<string, RevealState>,
): RotationElsewhere {
  const secret = new_id === null ? undefined : revealed.get(new_id);
  return {
    id,
    state,
    old_key_id: old_id,
    new_key_id: new_id,
    ...details,
    value: new_id === null ? null : (secret?.value ?? "unclaimed"),
    fingerprint: secret?.fingerprint ?? null,
    problem,
    candidates: attempt?.candidates ?? null,
    started_by,
    started_at,
    created_at: reached.created ?? null,
    stored_at: secret?.stored_at ?? null,
    switched_at: reached.switched ?? null,
    ended_at: reached.done ?? reached.cancelled ?? null,
  };
}
