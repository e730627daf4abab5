import { randomUUID } from "node:crypto";
import pg from "pg";
import type { ResumeInput } from "#lib/contract/keys/key-input.ts";
import type { Rotation } from "#lib/contract/keys/keys.ts";
import { CotejoError, invalid, notFound } from "#lib/server/base/errors.ts";
import { type Client, inTransaction } from "#lib/server/db/database.ts";
import { identifyCurrentKey } from "#lib/server/keys/own-key.ts";
import { decideWhich } from "#lib/server/provisioning/attempts.ts";
import { createKeySource, findCurrentKey } from "#lib/server/vault/dashboard-keys.ts";
import { advance, findUnderWay, getRotation, Overtaken, type RotationRow, recordStep } from "./record.ts";
import { type Context, rotationContext } from "./steps.ts";

type Input = { current_key_id?: string | undefined; started_by?: string | undefined };

/**
 * Starts a rotation of the dashboard's key; a worker takes it from there. Throws CONFLICT while one is under way, and
 * CURRENT_KEY_UNKNOWN where an admin has to name the key first.
 */
export async function startRotation(input: Input = {}, context: Context = rotationContext()): Promise<Rotation> {
  const { pool } = context;
  const current = await currentKey(input.current_key_id, context);
  const id = randomUUID();
  try {
    await inTransaction(pool, async (client) => {
      await client.query(
        `INSERT INTO rotations (id, state, old_key_id, old_service_key_id, started_by) VALUES ($1, 'intent', $2, $3, $4)`,
        [id, current.id, current.service_key_id, input.started_by ?? null],
      );
      await recordStep(client, id, "intent");
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "23505")) throw error;
    throw new CotejoError("CONFLICT", 409, "A rotation is under way already.");
  }
  const started = await getRotation(id, context);
  if (!started) throw notFound("The rotation");
  return started;
}

/** The current key with the service's id of it. Calls the service only where that is not known yet. */
async function currentKey(named: string | undefined, { pool, serviceWith }: Context) {
  // Stores the key of the environment, where nothing has called the service yet.
  const value = await createKeySource({ pool })();
  const current = await findCurrentKey(pool);
  if (current?.service_key_id) return { id: current.id, service_key_id: current.service_key_id };
  return identifyCurrentKey(await serviceWith(value).listApiKeys(), named, { pool });
}

/**
 * Resumes a rotation that is held up, with the key that an admin named where it needs one. Throws
 * NOT_FOUND, or CONFLICT where it has ended or moved on meanwhile.
 */
export async function resumeRotation(
  id: string,
  { key_id }: ResumeInput = {},
  context: Context = rotationContext(),
): Promise<Rotation> {
  const { pool } = context;
  const before = await getRotation(id, context);
  if (!before) throw notFound("The rotation");
  if (before.needs === "old_key" && key_id) await requireListed(key_id, before, context);
  try {
    await inTransaction(pool, async (client) => {
      const row = await findUnderWay(client);
      if (row?.id !== id) throw new CotejoError("CONFLICT", 409, "This rotation has ended.");
      await decide(client, row, before, key_id);
    });
  } catch (error) {
    if (error instanceof Overtaken) throw new CotejoError("CONFLICT", 409, "The rotation has moved on meanwhile.");
    throw error;
  }
  return (await getRotation(id, context)) ?? before;
}

async function decide(
  client: Client,
  row: RotationRow,
  { needs }: Rotation,
  keyId: string | null | undefined,
): Promise<void> {
  // Nothing is brought forward while calls may still carry the old key.
  if (row.state === "draining") return;
  if (needs === "orphan" && keyId !== undefined && !(await decideWhich(client, row.id, keyId))) {
    throw invalid("Invalid key_id.");
  }
  const corrected = needs === "old_key" && keyId ? { old_service_key_id: keyId } : {};
  await advance(client, row, { ...corrected, problem: row.problem, failures: row.failures });
}

/** The key that is deleted as the old one must exist and must not be the new one. */
async function requireListed(keyId: string, { new_key_id }: Rotation, { pool, serviceWith }: Context): Promise<void> {
  const keys = await serviceWith(await createKeySource({ pool })()).listApiKeys();
  if (keyId === new_key_id || !keys.some(({ api_key_id }) => api_key_id === keyId)) throw invalid("Invalid key_id.");
}
