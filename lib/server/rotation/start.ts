import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Rotation } from "#lib/contract/keys/keys.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";
import { createKeySource } from "#lib/server/vault/current-key.ts";
import { findCurrentKey } from "#lib/server/vault/dashboard-keys.ts";
import { type Context, rotationContext } from "./context.ts";
import { identifyCurrentKey } from "./current.ts";
import { getRotation } from "./list.ts";
import { recordStep } from "./record.ts";

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

/** The current key with the service's id of it. Asks the service only where that is not known yet. */
async function currentKey(named: string | undefined, { pool, serviceWith }: Context) {
  // Stores the key of the environment, where nothing has called the service yet.
  const value = await createKeySource({ pool })();
  const current = await findCurrentKey(pool);
  if (current?.service_key_id) return { id: current.id, service_key_id: current.service_key_id };
  return identifyCurrentKey(await serviceWith(value).listApiKeys(), named, { pool });
}
