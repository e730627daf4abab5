import type { ResumeInput } from "#lib/contract/keys/key-input.ts";
import type { Rotation } from "#lib/contract/keys/keys.ts";
import { type Client, inTransaction } from "#lib/server/db/database.ts";
import { CotejoError, invalid, notFound } from "#lib/server/errors.ts";
import { decideWhich } from "#lib/server/provisioning/attempts.ts";
import { createKeySource } from "#lib/server/vault/current-key.ts";
import { type Context, rotationContext } from "./context.ts";
import { getRotation } from "./list.ts";
import { advance, findUnderWay, Overtaken, type Row } from "./record.ts";

/**
 * Lets a rotation that stands still go on at once, with the key that an admin named where it asks for one. Throws
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

async function decide(client: Client, row: Row, { needs }: Rotation, keyId: string | null | undefined): Promise<void> {
  // Nothing is brought forward while calls may still carry the old key.
  if (row.state === "draining") return;
  if (needs === "orphan" && keyId !== undefined && !(await decideWhich(client, row.id, keyId))) {
    throw invalid("Invalid key_id.");
  }
  const corrected = needs === "old_key" && keyId ? { old_service_key_id: keyId } : {};
  await advance(client, row, { ...corrected, problem: row.problem, failures: row.failures });
}

/** What is deleted as the old key must be there, and not the new one. */
async function requireListed(keyId: string, { new_key_id }: Rotation, { pool, serviceWith }: Context): Promise<void> {
  const keys = await serviceWith(await createKeySource({ pool })()).listApiKeys();
  if (keyId === new_key_id || !keys.some(({ api_key_id }) => api_key_id === keyId)) throw invalid("Invalid key_id.");
}
