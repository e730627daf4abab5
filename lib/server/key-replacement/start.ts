import { randomUUID } from "node:crypto";
import pg from "pg";
import { CotejoError } from "#lib/server/errors.ts";
import { LOCKS, oneAtATime } from "#lib/server/provisioning/one-at-a-time.ts";
import { keysInUse } from "#lib/server/secrets/keys-in-use.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { createNewKey, type Replaced } from "./create.ts";
import { getKeyReplacement } from "./list.ts";
import { requireReplaceable } from "./replaceable.ts";
import { usualWork, type Work } from "./work.ts";

type Input = { old_key_id: string; session_hash: string; started_by?: string | undefined };

/**
 * Begins to replace a key that is used elsewhere, and creates the new one. Where the service says that it created none,
 * there is nothing to replace it by and nothing is left: throws its ServiceError. Throws CONFLICT while another
 * replacement is about this key, and as `requireReplaceable` does.
 */
export const startReplacement = (input: Input, work: Work = usualWork()): Promise<Replaced> =>
  oneAtATime(work.pool, LOCKS.keyReplacement, async () => {
    const keys = await requireReplaceable(input.old_key_id, work);
    if ((await keysInUse(work)).replacing.has(input.old_key_id)) throw underWay();
    const listed = keys.find(({ api_key_id }) => api_key_id === input.old_key_id);
    const row = {
      id: randomUUID(),
      old_service_key_id: input.old_key_id,
      old_name: listed?.name ?? input.old_key_id,
    };
    await insert(row, input.started_by, work);
    try {
      const created = await createNewKey(row, keys, input.session_hash, work);
      return { replacement: await getKeyReplacement(row.id, work), created };
    } catch (error) {
      // Whatever else went wrong may have been after the service was asked: then it stays open.
      if (error instanceof ServiceError) await work.pool.query("DELETE FROM key_replacements WHERE id = $1", [row.id]);
      throw error;
    }
  });

async function insert(
  row: { id: string; old_service_key_id: string; old_name: string },
  startedBy: string | undefined,
  { pool }: Work,
): Promise<void> {
  try {
    await pool.query(
      `INSERT INTO key_replacements (id, state, old_service_key_id, old_name, started_by) VALUES ($1, 'intent', $2, $3, $4)`,
      [row.id, row.old_service_key_id, row.old_name, startedBy ?? null],
    );
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === "23505" ? underWay() : error;
  }
}

const underWay = () => new CotejoError("CONFLICT", 409, "This key is being replaced already.");
