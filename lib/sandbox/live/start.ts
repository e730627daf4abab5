import type { Faults } from "#lib/sandbox/http/faults.ts";
import { seedScripts } from "#lib/sandbox/scenarios/seed.ts";
import { lockAccount, markStarted } from "#lib/sandbox/store/accounts.ts";
import { inTransaction, type Pool } from "#lib/sandbox/store/database.ts";
import { addSteps } from "#lib/sandbox/store/steps.ts";
import { pace } from "./pace.ts";
import { perform } from "./perform.ts";

/**
 * Gives the account its past 30 days and starts the steady activity; a second call changes nothing. Events of the past
 * tell when things happened then; they are signed when they are sent. Answers whether this call was the first.
 */
export async function startScenarios(world: { pool: Pool; timeScale: number; faults: Faults }): Promise<boolean> {
  const { pool, timeScale } = world;
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    if (account.scenarios_started_at) return false;
    const now = Date.now();
    for (const script of seedScripts(account.seed, now)) {
      const past = script.steps.filter((step) => step.at <= now);
      const future = script.steps
        .filter((step) => step.at > now)
        .map((step) => ({ ...step, at: now + (step.at - now) / pace(timeScale, account.pace) }));
      if (past.length > 0) await perform(client, account, script.verification_id, past, world);
      if (future.length > 0) await addSteps(client, account.account_id, script.verification_id, future);
    }
    await markStarted(client, account.account_id, new Date(now), new Date(now));
    return true;
  });
}
