import { randomBytes } from "node:crypto";
import type { RotationProblem } from "#lib/contract/keys/rotation.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import {
  addPendingKey,
  findCurrentKey,
  forgetKey,
  nameKey,
  openKey,
  promoteKey,
} from "#lib/server/vault/dashboard-keys.ts";
import type { Context, Service } from "./context.ts";
import { MOST_LOST, type Step } from "./next-step.ts";
import { deleteIfThere, deleteOrphans } from "./orphans.ts";
import { findLeftovers, isRefusal, isUnauthorized, judgePost } from "./outcomes.ts";
import { type Attempt, advance, closeAttempt, type Row } from "./record.ts";

/** A step that cannot be taken now, for a reason that is not an error of the service. */
export class Standstill extends Error {
  override name = "Standstill";
  readonly problem: RotationProblem;

  constructor(problem: RotationProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** So often the new key may be refused before it is given up: the service may need a moment to know it everywhere. */
const MOST_REFUSALS = 5;

/**
 * What each step does. Everything that a step finds out is committed before the next begins; ServiceError and Standstill
 * mean that it is taken again later.
 */
export const STEPS: Record<Exclude<Step, "wait">, (context: Context, row: Row) => Promise<void>> = {
  async prepare(context, row) {
    const keys = await listOrAbandon(context, row);
    if (!keys) return;
    const ids = keys.map(({ api_key_id }) => api_key_id);
    if (!ids.includes(row.old_service_key_id)) {
      // Another key was taken for ours: to delete it in the end would be a guess.
      return inTransaction(context.pool, async (client) => {
        await nameKey(client, row.old_key_id, null);
        await advance(client, row, { state: "abandoned", problem: "CURRENT_KEY_UNKNOWN" });
      });
    }
    await inTransaction(context.pool, async (client) => {
      await client.query("INSERT INTO rotation_attempts (label, rotation_id, keys_before) VALUES ($1, $2, $3)", [
        `cotejo-dashboard-${randomBytes(8).toString("hex")}`,
        row.id,
        ids,
      ]);
      await advance(client, row, { failures: row.failures, problem: row.problem });
    });
  },

  async mint(context, row) {
    const attempt = attemptOf(row);
    const service = await oldService(context, row);
    await inTransaction(context.pool, async (client) => {
      await client.query("UPDATE rotation_attempts SET posted_at = now() WHERE label = $1", [attempt.label]);
      await advance(client, row, { failures: row.failures, problem: row.problem });
    });
    const posted = { ...row, revision: row.revision + 1 };
    try {
      const { key, api_key } = await service.createApiKey(attempt.label);
      await inTransaction(context.pool, async (client) => {
        const pending = { service_key_id: key.api_key_id, name: attempt.label, value: api_key };
        const new_key_id = await addPendingKey(client, pending);
        await closeAttempt(client, attempt, "minted");
        await advance(client, posted, { state: "minted", new_key_id });
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await settlePost(context, posted, attempt, error);
    }
  },

  async resolve(context, row) {
    const attempt = attemptOf(row);
    const service = await oldService(context, row);
    const keys = await service.listApiKeys();
    const leftovers =
      attempt.decision === null
        ? findLeftovers(keys, attempt)
        : attempt.decision === ""
          ? ({ found: "nothing" } as const)
          : ({ found: "orphan", id: attempt.decision } as const);
    if (leftovers.found === "unclear") {
      return inTransaction(context.pool, async (client) => {
        await client.query("UPDATE rotation_attempts SET unclear = $2 WHERE label = $1", [
          attempt.label,
          leftovers.ids,
        ]);
        await advance(client, row, { problem: "ORPHAN_UNCLEAR" });
      });
    }
    if (leftovers.found === "orphan") await deleteIfThere(service, leftovers.id);
    await inTransaction(context.pool, async (client) => {
      await closeAttempt(client, attempt, "abandoned");
      await advance(client, row, { failures: row.failures, problem: row.problem });
    });
  },

  async prove(context, row) {
    try {
      await (await newService(context, row)).listApiKeys();
    } catch (error) {
      if (!isRefusal(error) || row.failures + 1 < MOST_REFUSALS) throw error;
      return advance(context.pool, row, { giving_up: "NEW_KEY_REFUSED", problem: "NEW_KEY_REFUSED" });
    }
    await advance(context.pool, row, { state: "verified" });
  },

  async switch({ pool }, row) {
    await inTransaction(pool, async (client) => {
      if (await promoteKey(client, newKeyOf(row), row.old_key_id)) await advance(client, row, { state: "switched" });
      // Not current any more: the next look at it says so, and discards the new one.
    });
  },

  drain: ({ pool, waits }, row) => advance(pool, row, { state: "draining", wait: waits.drain }),

  retire: ({ pool }, row) => advance(pool, row, { state: "retiring" }),

  async finish(context, row) {
    const { pool } = context;
    const [current, old] = await Promise.all([currentValue(context), openKey(pool, row.old_key_id)]);
    // An operator has put the old key back: deleting it would leave the dashboard without one.
    if (current === old) return advance(pool, row, { state: "abandoned", problem: "CURRENT_KEY_CHANGED" });
    const service = context.serviceWith(current);
    await deleteIfThere(service, row.old_service_key_id);
    if (!(await isGone(context.serviceWith(old)))) throw new Standstill("OLD_KEY_STILL_WORKS");
    await deleteOrphans(pool, service, await lostLabels(context, row));
    await inTransaction(pool, async (client) => {
      await forgetKey(client, row.old_key_id, "retired");
      await advance(client, row, { state: "done" });
    });
  },

  async discard(context, row) {
    const { pool } = context;
    const service = context.serviceWith(await currentValue(context));
    if (row.new_service_key_id) await deleteIfThere(service, row.new_service_key_id);
    await inTransaction(pool, async (client) => {
      await forgetKey(client, newKeyOf(row), "refused");
      await advance(client, row, { state: "abandoned", problem: row.giving_up ?? "CURRENT_KEY_CHANGED" });
    });
  },

  async abandon({ pool }, row) {
    await inTransaction(pool, async (client) => {
      if (row.attempt)
        await closeAttempt(client, row.attempt, row.attempt.posted_at === null ? "refused" : "abandoned");
      const problem = row.lost >= MOST_LOST ? "OUTCOME_UNKNOWN" : "CURRENT_KEY_CHANGED";
      await advance(client, row, { state: "abandoned", problem });
    });
  },
};

/** The list by the old key; where that is refused nothing can be made, and nothing was. */
async function listOrAbandon(context: Context, row: Row) {
  try {
    return await (await oldService(context, row)).listApiKeys();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await advance(context.pool, row, { state: "abandoned", problem: error.code });
    return null;
  }
}

/** After a POST that brought no key. */
async function settlePost(context: Context, row: Row, attempt: Attempt, error: ServiceError): Promise<void> {
  const outcome = judgePost(error);
  const failures = row.failures + 1;
  const later = { problem: error.code, failures, wait: context.waits.backoff(failures) };
  await inTransaction(context.pool, async (client) => {
    if (outcome === "refused") await closeAttempt(client, attempt, "refused");
    if (outcome === "not_done") {
      await client.query("UPDATE rotation_attempts SET posted_at = NULL WHERE label = $1", [attempt.label]);
    }
    await advance(client, row, outcome === "refused" ? { state: "abandoned", problem: error.code } : later);
  });
}

const oldService = async (context: Context, row: Row): Promise<Service> =>
  context.serviceWith(await openKey(context.pool, row.old_key_id));

const newService = async (context: Context, row: Row): Promise<Service> =>
  context.serviceWith(await openKey(context.pool, newKeyOf(row)));

async function currentValue({ pool }: Context): Promise<string> {
  const current = await findCurrentKey(pool);
  if (!current) throw new Standstill("SERVICE_UNAUTHORIZED");
  return openKey(pool, current.id);
}

/** A deletion is proven by 401, not by the answer to it. */
async function isGone(service: Service): Promise<boolean> {
  try {
    await service.listApiKeys();
    return false;
  } catch (error) {
    if (isUnauthorized(error)) return true;
    throw error;
  }
}

async function lostLabels({ pool }: Context, { id }: Row): Promise<string[]> {
  const { rows } = await pool.query<{ label: string }>(
    "SELECT label FROM rotation_attempts WHERE rotation_id = $1 AND outcome = 'abandoned'",
    [id],
  );
  return rows.map(({ label }) => label);
}

function attemptOf({ attempt }: Row): Attempt {
  if (!attempt) throw new Error("a rotation at this step has an attempt");
  return attempt;
}

function newKeyOf({ new_key_id }: Row): string {
  if (!new_key_id) throw new Error("a rotation at this step has a new key");
  return new_key_id;
}
