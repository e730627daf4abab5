import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { RotationProblem } from "#lib/core/contract/keys/keys.ts";
import { reconcileErasureLog } from "#lib/core/server/erasure-log/erasure-log.ts";
import { isRefusal } from "#lib/core/server/provisioning/attempts.ts";
import { clearLeftovers, createOnce } from "#lib/core/server/provisioning/create-once.ts";
import type { Flow } from "#lib/core/server/provisioning/record.ts";
import { apiKeys, deleteIfThere, type KeyService } from "#lib/core/server/provisioning/resource.ts";
import { clientWithKey } from "#lib/core/server/service/client.ts";
import { LONGEST_CALL_MS } from "#lib/core/server/service/send.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { reportKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import {
  addPendingKey,
  findCurrentKey,
  forgetKey,
  nameKey,
  openKey,
  promoteKey,
  REMEMBERED_MS,
} from "#lib/core/server/vault/dashboard-keys.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { MAX_LOST, type RotationStep } from "./next-step.ts";
import { advanceRotation, type RotationUnderWay } from "./record.ts";

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** For a query that read the old key before the switch was committed and has yet to be answered. */
const MARGIN_MS = 500;

/** How long a rotation waits, in milliseconds. */
export const WAITS = {
  /** Until no call can carry the old key: a process remembers it for a while, and a call may last to its deadline. */
  drain: LONGEST_CALL_MS + REMEMBERED_MS + MARGIN_MS,
  /** After so many failures in a row (1 is the first). */
  backoff: (failures: number) => Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS),
};

export type Context = Pooled & {
  /** The service, called with this key: a rotation proves a key by calls with it. */
  serviceWith: (apiKey: string) => KeyService;
  waits: typeof WAITS;
};

export const rotationContext = ({ pool }: Pooled = database()): Context => ({
  pool,
  waits: WAITS,
  serviceWith: (apiKey) =>
    clientWithKey(apiKey, {
      onKeyRefused: (refused) => reportKeyRefused({ pool }, refused).catch(() => undefined),
    }),
});

/** A step that cannot be taken now, for a reason that is not an error of the service. */
export class Standstill extends Error {
  override name = "Standstill";
  readonly problem: RotationProblem;

  constructor(problem: RotationProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Refusals before the new key is given up: the service may need a moment to know it everywhere. */
const MAX_REFUSALS = 5;

/** Each step commits its result before the next begins; after ServiceError or Standstill it is taken again later. */
export const STEPS: Record<RotationStep, (context: Context, row: RotationUnderWay) => Promise<unknown>> = {
  async clear(context, row) {
    const cleared = await clearLeftovers(context, await oldKeys(context, row), row.id);
    await advanceRotation(context.pool, row, cleared ? keptFailures(row) : { problem: "ORPHAN_UNCLEAR" });
  },

  async create(context, row) {
    const { pool } = context;
    const keys = await oldKeys(context, row);
    const listed = await keys.list();
    if (!listed.some(({ api_key_id }) => api_key_id === row.old_id)) {
      // The id of our key was wrong: to delete a key by it in the end would be a guess.
      return inTransaction(pool, async (client) => {
        await nameKey(client, row.details.old_key_id, null);
        await advanceRotation(client, row, { state: "abandoned", problem: "CURRENT_KEY_UNKNOWN" });
      });
    }
    const name = nextName(new Date());
    let requested: Flow<"own_key"> = row;
    await createOnce(context, keys, {
      flow_id: row.id,
      asked: { name },
      listed,
      async begin(client) {
        requested = await advanceRotation(client, row, keptFailures(row));
      },
      async keep(client, { entry, secret }) {
        const new_key_id = await addPendingKey(client, { service_key_id: entry.api_key_id, name, value: secret });
        const change = { state: "minted", new_id: entry.api_key_id, details: { new_key_id } } as const;
        await advanceRotation(client, requested, change);
      },
    });
  },

  async prove(context, row) {
    try {
      await context.serviceWith(await openKey(context.pool, newKeyOf(row))).listApiKeys();
    } catch (error) {
      if (!isRefusal(error) || row.failures + 1 < MAX_REFUSALS) throw error;
      return advanceRotation(context.pool, row, {
        details: { giving_up: "NEW_KEY_REFUSED" },
        problem: "NEW_KEY_REFUSED",
      });
    }
    await advanceRotation(context.pool, row, { state: "verified" });
  },

  async switch({ pool }, row) {
    await inTransaction(pool, async (client) => {
      if (await promoteKey(client, newKeyOf(row), row.details.old_key_id))
        await advanceRotation(client, row, { state: "switched" });
      // Otherwise the old key is not current any more: the next step discards the new key.
    });
  },

  async drain({ pool, waits }, row) {
    // A restore from a backup needs the new key once the old one is deleted. The rotation goes on if the log cannot be written.
    await reconcileErasureLog({ pool }).catch(() => 0);
    await advanceRotation(pool, row, { state: "draining", wait: waits.drain });
  },

  retire: ({ pool }, row) => advanceRotation(pool, row, { state: "retiring" }),

  async finish(context, row) {
    const { pool } = context;
    const [current, old] = await Promise.all([currentValue(context), openKey(pool, row.details.old_key_id)]);
    // An operator has put the old key back: deleting it would leave the dashboard without a key.
    if (current === old) return abandon(pool, row, "CURRENT_KEY_CHANGED");
    const keys = apiKeys(context.serviceWith(current));
    await deleteIfThere(keys, row.old_id);
    if (!(await isGone(context.serviceWith(old)))) throw new Standstill("OLD_KEY_STILL_WORKS");
    await clearLeftovers(context, keys, row.id);
    await inTransaction(pool, async (client) => {
      await forgetKey(client, row.details.old_key_id, "retired");
      await advanceRotation(client, row, { state: "done" });
    });
  },

  async discard(context, row) {
    const { pool } = context;
    const keys = apiKeys(context.serviceWith(await currentValue(context)));
    if (row.new_id) await deleteIfThere(keys, row.new_id);
    await inTransaction(pool, async (client) => {
      await forgetKey(client, newKeyOf(row), "refused");
      await advanceRotation(client, row, {
        state: "abandoned",
        problem: row.details.giving_up ?? "CURRENT_KEY_CHANGED",
      });
    });
  },

  abandon: ({ pool }, row) => abandon(pool, row, row.lost >= MAX_LOST ? "OUTCOME_UNKNOWN" : "CURRENT_KEY_CHANGED"),

  wait: async () => undefined,
};

export const abandon = (pool: pg.Pool, row: RotationUnderWay, problem: RotationProblem) =>
  inTransaction(pool, (client) => advanceRotation(client, row, { state: "abandoned", problem }));

const MARK_BYTES = 4;

/** The name of the next key: its first day in use (UTC), for readers, and a mark unique to the attempt (design §6). */
const nextName = (now: Date): string =>
  `cotejo-dashboard-${now.toISOString().slice(0, 10)}-${randomBytes(MARK_BYTES).toString("hex")}`;

/** Keeps the count of failures until the step is complete. */
const keptFailures = ({ failures, problem }: RotationUnderWay) => ({ failures, problem });

const oldKeys = async ({ pool, serviceWith }: Context, row: RotationUnderWay) =>
  apiKeys(serviceWith(await openKey(pool, row.details.old_key_id)));

async function currentValue({ pool }: Context): Promise<string> {
  const current = await findCurrentKey(pool);
  if (!current) throw new Standstill("SERVICE_UNAUTHORIZED");
  return openKey(pool, current.id);
}

/** A 401 proves a deletion, not the answer to the deletion. */
async function isGone(service: KeyService): Promise<boolean> {
  try {
    await service.listApiKeys();
    return false;
  } catch (error) {
    if (error instanceof ServiceError && error.serviceStatus === 401) return true;
    throw error;
  }
}

function newKeyOf({ details: { new_key_id } }: RotationUnderWay): string {
  if (!new_key_id) throw new Error("a rotation at this step has a new key");
  return new_key_id;
}
