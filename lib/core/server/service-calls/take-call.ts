import { paused } from "#lib/core/server/service/service-error.ts";
import { isCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { createTurns } from "#lib/platform/server/base/limits.ts";
import { type Client, type Database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Budget, type CallOutcome, fullBudget, type Priority, report, take } from "./budget.ts";

const COLUMNS = `per_second, person_tokens, background_tokens,
  extract(epoch FROM refilled_at)::float8 * 1000 AS refilled_at, extract(epoch FROM paused_until)::float8 * 1000 AS paused_until,
  extract(epoch FROM key_refused_at)::float8 * 1000 AS key_refused_at, extract(epoch FROM key_probed_at)::float8 * 1000 AS key_probed_at`;

/** With the time of the database's clock, since processes of several machines share the row. */
const LOCK = `SELECT ${COLUMNS}, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now FROM service_budget FOR UPDATE`;

const CREATE = `
  INSERT INTO service_budget (per_second, person_tokens, background_tokens)
  VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

const SAVE = `
  UPDATE service_budget SET per_second = $1, person_tokens = $2, background_tokens = $3,
    refilled_at = to_timestamp($4::float8 / 1000), paused_until = to_timestamp($5::float8 / 1000),
    key_refused_at = to_timestamp($6::float8 / 1000), key_probed_at = to_timestamp($7::float8 / 1000)`;

/** Changes the row that all processes share, under its row lock. */
async function change<T extends { budget: Budget }>(
  { pool }: Pooled,
  work: (budget: Budget, now: number, client: Client) => T | Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client: Client) => {
    const lock = async () => (await client.query<Budget & { now: number }>(LOCK)).rows[0];
    let row = await lock();
    if (!row) {
      const full = fullBudget(0);
      // Another process may create the row first.
      await client.query(CREATE, [full.per_second, full.person_tokens, full.background_tokens]);
      row = await lock();
    }
    if (!row) throw new Error("the row of the budget is missing");
    const { now, ...budget } = row;
    const result = await work(budget, now, client);
    const after = result.budget;
    await client.query(SAVE, [
      after.per_second,
      after.person_tokens,
      after.background_tokens,
      after.refilled_at,
      after.paused_until,
      after.key_refused_at,
      after.key_probed_at,
    ]);
    return result;
  });
}

/**
 * Takes one call from the budget. Returns 0 if it may be made now, else the seconds to wait before the next attempt.
 */
export async function takeCall(connection: Pooled, priority: Priority): Promise<number> {
  const taken = await change(connection, (budget, now) => take(budget, priority, now));
  return taken.granted ? 0 : taken.wait_seconds;
}

/** Whether the last calls met a refusal of the current API key: background work then waits. */
export async function isKeyRefused({ pool }: Pooled): Promise<boolean> {
  return (await pool.query("SELECT FROM service_budget WHERE key_refused_at IS NOT NULL")).rowCount === 1;
}

/** Records a refusal of this key if it is the current one: a call from before a switch may be answered after it. */
export async function reportKeyRefused(connection: Pooled, apiKey: string): Promise<void> {
  await change(connection, async (budget, now, client) => ({
    budget: (await isCurrentKey(apiKey, { pool: client })) ? report(budget, "refused", now) : budget,
  }));
}

/** Records the end of a refusal of the current key. Returns whether there was a refusal. */
export async function reportKeyAccepted(connection: Pooled): Promise<boolean> {
  // Runs at each call, so it must be cheap.
  if (!(await isKeyRefused(connection))) return false;
  await reportCall(connection, "accepted");
  return true;
}

/** Limits of a user's parallel calls: enough for pages and an import, but not the whole pace. */
const TURN_LIMITS = { perUser: 8, maxWaiting: 32, timeoutMs: 3_000 };

// On `globalThis`, since Next bundles pages and handlers separately, and both share the turns of a process.
const shared = globalThis as { cotejoCallTurns?: WeakMap<Database["pool"], ReturnType<typeof createTurns>> };

/**
 * Waits for a call of a user, taken from the budget; users who wait get their calls in turns. Resolves to a function
 * that ends the turn after the call. Throws CotejoError.
 */
export async function takeTurn(connection: Pooled, userId: string): Promise<() => void> {
  shared.cotejoCallTurns ??= new WeakMap();
  const turns =
    shared.cotejoCallTurns.get(connection.pool) ??
    createTurns({ ...TURN_LIMITS, grant: () => takeCall(connection, "person"), refused: paused });
  shared.cotejoCallTurns.set(connection.pool, turns);
  return turns(userId);
}

/** Reports the outcome of a call; `retryAfter` are the seconds stated with a 429. */
export async function reportCall(connection: Pooled, outcome: CallOutcome, retryAfter?: number): Promise<void> {
  await change(connection, (budget, now) => ({ budget: report(budget, outcome, now, retryAfter) }));
}
