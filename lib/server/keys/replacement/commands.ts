import { randomUUID } from "node:crypto";
import pg from "pg";
import type { AnotherKeyInput } from "#lib/contract/keys/key-input.ts";
import type { CreatedKey, KeyReplacement } from "#lib/contract/keys/keys.ts";
import { afterMove, type FlowMove } from "#lib/contract/provisioning/flow.ts";
import { CotejoError, invalid } from "#lib/server/base/errors.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { keysInUse } from "#lib/server/keys/own-key.ts";
import { decideWhich } from "#lib/server/provisioning/attempts.ts";
import { clearLeftovers } from "#lib/server/provisioning/create-once.ts";
import { type Flow, LOCKS, oneAtATime, takeStep } from "#lib/server/provisioning/flow.ts";
import { apiKeys, deleteIfThere } from "#lib/server/provisioning/resource.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { forgetReveals } from "#lib/server/vault/reveals.ts";
import { createNewKey, type Replaced, requireNotOurs, requireReplaceable, usualWork, type Work } from "./new-key.ts";
import { findReplacement, getKeyReplacement, type KeyReplacementRow, moveTo } from "./record.ts";

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
      // Whatever else went wrong may have been after the call to the service: then it stays open.
      if (error instanceof ServiceError) await work.pool.query("DELETE FROM key_replacements WHERE id = $1", [row.id]);
      throw error;
    }
  });

/** The admin's statement about the key that an earlier attempt may have left: its id, or null for none. */
type Decision = { orphan_id?: string | null | undefined };
type Again = AnotherKeyInput & { id: string; session_hash: string };

/**
 * Creates another new key where the last one's value is lost or its creation never came to an end; what that left is
 * deleted first. Throws CONFLICT where the replacement has moved on meanwhile, or the value is being shown to a user.
 */
export async function replaceAgain(input: Again, work: Work = usualWork()): Promise<Replaced> {
  const created = await takeStep(work, flowOf("create", input));
  return { replacement: await getKeyReplacement(input.id, work), created };
}

/**
 * `switched` and `not_switched`: an admin says that the new key is in place there, or that it is not after all. `finish`
 * deletes the old key, `give_up` the new one. Throws CONFLICT out of turn, ServiceError; then it can be called again.
 */
export async function moveKeyReplacement(
  input: { id: string; step: Exclude<Step, "create"> } & Decision,
  work: Work = usualWork(),
): Promise<KeyReplacement> {
  await takeStep(work, flowOf(input.step, { ...input, instead_of: null, session_hash: "" }));
  return getKeyReplacement(input.id, work);
}

type Step = Exclude<FlowMove, "stored">;

const flowOf = (step: Step, input: Again): Flow<Work, KeyReplacementRow, Step, CreatedKey | null> => ({
  lock: LOCKS.keyReplacement,
  load: ({ pool }) => findReplacement(pool, input.id),
  next({ state }) {
    if (afterMove("key_elsewhere", state, step) === null) throw movedOn();
    return step;
  },
  steps: {
    async create(work, row) {
      const { value } = await getKeyReplacement(row.id, work);
      if (row.new_service_key_id !== input.instead_of || value === "held") throw movedOn();
      const keys = await requireReplaceable(row.old_service_key_id, work);
      await decide(work, row, input);
      if (row.new_service_key_id) await deleteIfThere(apiKeys(work.service), row.new_service_key_id);
      return createNewKey(row, keys, input.session_hash, work);
    },

    switched: ({ pool }, { id }) => moveTo(pool, id, "switched"),

    not_switched: ({ pool }, { id }) => moveTo(pool, id, "created"),

    /** That the service no longer lists the old key is the proof. */
    async finish(work, row) {
      const { pool, service } = work;
      const keys = await service.listApiKeys();
      const isListed = (key: string | null) => keys.some(({ api_key_id }) => api_key_id === key);
      // Deleting the old one too would leave the other system without any.
      if (!isListed(row.new_service_key_id))
        throw new CotejoError("NOT_FOUND", 404, "The service has no new key any more.");
      await requireNotOurs(row.old_service_key_id, keys, work);
      if (isListed(row.old_service_key_id)) {
        await deleteIfThere(apiKeys(service), row.old_service_key_id);
        await requireGone(row.old_service_key_id, work);
      }
      await clearLeftovers(work, apiKeys(service), row.id);
      await forgetReveals(pool, "api_key", row.old_service_key_id);
      return moveTo(pool, row.id, "done");
    },

    /** The old key stays; the new one's value goes too, where it is still held for a session. */
    async give_up(work, row) {
      const { pool, service } = work;
      await decide(work, row, input);
      if (!(await clearLeftovers(work, apiKeys(service), row.id))) return null;
      const unused = row.new_service_key_id;
      if (unused) await deleteIfThere(apiKeys(service), unused);
      return inTransaction(pool, async (client) => {
        if (unused) await forgetReveals(client, "api_key", unused);
        return moveTo(client, row.id, "cancelled");
      });
    },
  },
});

const movedOn = () => new CotejoError("CONFLICT", 409, "The replacement has moved on meanwhile.");

async function decide({ pool }: Work, { id, asked }: KeyReplacementRow, { orphan_id }: Decision): Promise<void> {
  if (!asked || orphan_id === undefined) return;
  if (!(await decideWhich(pool, id, orphan_id))) throw invalid("Invalid orphan_id.");
}

async function requireGone(id: string, { service }: Work): Promise<void> {
  const after = await service.listApiKeys();
  if (!after.some(({ api_key_id }) => api_key_id === id)) return;
  throw new CotejoError("SERVICE_ERROR", 502, "The service still lists the key that was deleted.", { retryable: true });
}

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
