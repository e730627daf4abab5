import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import type { AnotherKeyInput } from "#lib/core/contract/keys/key-input.ts";
import type { CreatedKey, RotatedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import type { FlowMove } from "#lib/core/contract/provisioning/flow.ts";
import { keysInUse } from "#lib/core/server/keys/own-key.ts";
import { storeLeftoverChoice } from "#lib/core/server/provisioning/attempts.ts";
import { type ManualFlow, makeMove } from "#lib/core/server/provisioning/by-hand.ts";
import { clearLeftovers } from "#lib/core/server/provisioning/create-once.ts";
import { beginFlow, type Flow, Overtaken } from "#lib/core/server/provisioning/record.ts";
import { apiKeys, type KeyInput } from "#lib/core/server/provisioning/resource.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { CotejoError, invalid } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { findRotationElsewhere, getRotationElsewhere } from "./list.ts";
import { createNewKey, requireNotOurs, requireRotatable, usualWork, type Work } from "./new-key.ts";

type Input = { old_key_id: string; session_hash: string; user_id?: string | undefined };

/**
 * Starts to rotate a key that is used elsewhere, and creates the new key. If the service says that it created none,
 * deletes the rotation and throws the ServiceError. Throws CONFLICT while another rotation is about this key, and as
 * `requireRotatable` does.
 */
export async function rotateElsewhere(input: Input, work: Work = usualWork()): Promise<RotatedKey> {
  let begun: Flow<"key_elsewhere"> | undefined;
  const created = await makeMove(work, "create", {
    ...rotationOf({ id: "", session_hash: input.session_hash }, work),
    check: {},
    async load() {
      begun = await begin(input, work);
      return begun;
    },
    create: (flow) =>
      createNewKey(flow, input.session_hash, work).catch(async (error: unknown) => {
        // Any other error may come after the call to the service: the rotation stays open.
        if (error instanceof ServiceError) await work.pool.query("DELETE FROM flows WHERE id = $1", [flow.id]);
        throw error;
      }),
  });
  return { replacement: await getRotationElsewhere(begun?.id ?? "", work), created };
}

async function begin({ old_key_id, user_id }: Input, work: Work): Promise<Flow<"key_elsewhere">> {
  const keys = await requireRotatable(old_key_id, work);
  if ((await keysInUse(work)).replacing.has(old_key_id)) throw new Overtaken();
  const old_name = keys.find(({ api_key_id }) => api_key_id === old_key_id)?.name ?? old_key_id;
  const details = { old_name, new_name: null };
  return beginFlow(work.pool, { kind: "key_elsewhere", old_id: old_key_id, details, user_id });
}

/**
 * The admin's statement about the key that an earlier attempt may have left: its id, or null for none. `new_key_id` is
 * the new key that the admin saw.
 */
type Decision = { orphan_id?: string | null | undefined; new_key_id?: string | null | undefined };
type AnotherKeyCall = AnotherKeyInput & { id: string; session_hash: string };

/**
 * Creates another new key if the value of the last one is lost or its creation never ended; deletes the keys of that
 * attempt first. Throws CONFLICT if the rotation has moved on meanwhile, or if the value is being shown to a user.
 */
export async function createAnotherKey(input: AnotherKeyCall, work: Work = usualWork()): Promise<RotatedKey> {
  const created = await makeMove(work, "create", rotationOf(input, work));
  return { replacement: await getRotationElsewhere(input.id, work), created };
}

/**
 * `switched` and `not_switched`: an admin states that the other system uses the new key, or takes this back. `finish` deletes
 * the old key, `give_up` the new key. Throws CONFLICT out of turn or for another new key than the admin saw, and ServiceError, after which the call can be repeated.
 */
export async function moveRotationElsewhere(
  input: { id: string; move: Exclude<FlowMove, "create" | "stored"> } & Decision,
  work: Work = usualWork(),
): Promise<RotationElsewhere> {
  await makeMove(work, input.move, rotationOf({ ...input, session_hash: "" }, work));
  return getRotationElsewhere(input.id, work);
}

type MoveCall = Partial<Pick<AnotherKeyInput, "instead_of">> & Decision & { id: string; session_hash: string };

function rotationOf(
  { id, instead_of = null, session_hash, ...decision }: MoveCall,
  work: Work,
): ManualFlow<"key_elsewhere", ApiKey, KeyInput, CreatedKey> {
  const resource = apiKeys(work.service);
  return {
    lock: LOCKS.keyElsewhere,
    secrets: "api_key",
    resource,
    load: () => findRotationElsewhere(id, work),
    movesOf: ({ kind }) => kind,
    create: (flow) => createNewKey(flow, session_hash, work),
    check: {
      async create(flow) {
        const { value } = await getRotationElsewhere(flow.id, work);
        if (flow.new_id !== instead_of || value === "held") throw new Overtaken();
        await requireRotatable(flow.old_id, work);
        await decide(flow, decision, work);
      },
      async finish({ old_id, new_id }) {
        const keys = await work.service.listApiKeys();
        // Deleting the old key too would leave the other system without a key.
        if (!keys.some(({ api_key_id }) => api_key_id === new_id))
          throw new CotejoError("NOT_FOUND", 404, "The service has no new key any more.");
        await requireNotOurs(old_id, keys, work);
      },
      async give_up(flow) {
        if (decision.new_key_id !== undefined && flow.new_id !== decision.new_key_id) throw new Overtaken();
        await decide(flow, decision, work);
      },
    },
    async deleted({ id: flowId, old_id }) {
      await requireGone(old_id, work);
      await clearLeftovers(work, resource, flowId);
    },
  };
}

async function decide({ id, attempt }: Flow<"key_elsewhere">, { orphan_id }: Decision, { pool }: Work): Promise<void> {
  if (!attempt?.candidates || orphan_id === undefined) return;
  if (!(await storeLeftoverChoice(pool, id, orphan_id))) throw invalid("Invalid orphan_id.");
}

/** Requires that the service no longer lists the old key, as the proof of its deletion. */
async function requireGone(id: string, { service }: Work): Promise<void> {
  const after = await service.listApiKeys();
  if (!after.some(({ api_key_id }) => api_key_id === id)) return;
  throw new CotejoError("OUTCOME_UNKNOWN", 502, "The service still lists the key that was deleted.", {
    retryable: true,
  });
}
