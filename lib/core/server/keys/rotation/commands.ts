import type { ResumeInput } from "#lib/core/contract/keys/key-input.ts";
import type { Rotation } from "#lib/core/contract/keys/keys.ts";
import { identifyCurrentKey } from "#lib/core/server/keys/own-key.ts";
import { storeLeftoverChoice } from "#lib/core/server/provisioning/attempts.ts";
import { beginFlow } from "#lib/core/server/provisioning/record.ts";
import { createKeySource, findCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { conflict, invalid } from "#lib/platform/server/base/errors.ts";
import { type Client, inTransaction } from "#lib/platform/server/db/database.ts";
import { advanceRotation, findUnderWay, getRotation, type RotationUnderWay } from "./record.ts";
import { type Context, rotationContext } from "./steps.ts";

type Input = { current_key_id?: string | undefined; user_id?: string | undefined };

/**
 * Starts a rotation of the dashboard's key, whose steps a worker takes. Throws CONFLICT while a rotation is under way,
 * and CURRENT_KEY_UNKNOWN where an admin has to name the key first.
 */
export async function startRotation(input: Input = {}, context: Context = rotationContext()): Promise<Rotation> {
  const { pool } = context;
  const current = await currentKey(input.current_key_id, context);
  const { id } = await beginFlow(pool, {
    kind: "own_key",
    old_id: current.service_key_id,
    details: { old_key_id: current.id, new_key_id: null, giving_up: null },
    user_id: input.user_id,
  });
  return getRotation(id, context);
}

/** The current key and its id at the service. Calls the service only while the id is unknown. */
async function currentKey(named: string | undefined, { pool, serviceWith }: Context) {
  // Stores the key of the environment before the first call to the service.
  const value = await createKeySource({ pool })();
  const current = await findCurrentKey(pool);
  if (current?.service_key_id) return { id: current.id, service_key_id: current.service_key_id };
  return identifyCurrentKey(await serviceWith(value).listApiKeys(), named, { pool });
}

/** Resumes a waiting rotation, with the key that an admin names. Throws NOT_FOUND; CONFLICT if it ended or moved on. */
export async function resumeRotation(id: string, { key_id }: ResumeInput = {}, context: Context = rotationContext()) {
  const { pool } = context;
  const before = await getRotation(id, context);
  if (before.needs === "old_key" && key_id) await requireListed(key_id, before, context);
  await inTransaction(pool, async (client) => {
    const rotation = await findUnderWay(client);
    if (rotation?.id !== id) throw conflict("This rotation has ended.");
    await decide(client, rotation, before, key_id);
  });
  return getRotation(id, context);
}

async function decide(
  client: Client,
  rotation: RotationUnderWay,
  { needs }: Rotation,
  keyId: string | null | undefined,
): Promise<void> {
  // The wait is not shortened while calls may still carry the old key.
  if (rotation.state === "draining") return;
  if (needs === "orphan" && keyId !== undefined && !(await storeLeftoverChoice(client, rotation.id, keyId))) {
    throw invalid("Invalid key_id.");
  }
  const corrected = needs === "old_key" && keyId ? { old_id: keyId } : {};
  const { problem, failures } = rotation;
  await advanceRotation(client, rotation, { ...corrected, problem, failures });
}

/** The key to delete as the old one must exist and must not be the new one. */
async function requireListed(keyId: string, { new_key_id }: Rotation, { pool, serviceWith }: Context): Promise<void> {
  const keys = await serviceWith(await createKeySource({ pool })()).listApiKeys();
  if (keyId === new_key_id || !keys.some(({ api_key_id }) => api_key_id === keyId)) throw invalid("Invalid key_id.");
}
