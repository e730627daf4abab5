import type { Pace } from "#lib/edge/contract/sandbox/sandbox.ts";
import { deliveriesOf } from "#lib/sandbox/deliveries/emit.ts";
import type { Faults } from "#lib/sandbox/http/faults.ts";
import { seedScripts } from "#lib/sandbox/scenarios/account-plan.ts";
import { play } from "#lib/sandbox/scenarios/script.ts";
import { type Account, type ActivePace, lockAccount, updateAccount } from "#lib/sandbox/store/accounts.ts";
import { type Client, inTransaction, type Pool } from "#lib/sandbox/store/database.ts";
import { addDeliveries } from "#lib/sandbox/store/deliveries.ts";
import { addSteps, stretchActivity } from "#lib/sandbox/store/steps.ts";
import { lockVerification, saveVerification } from "#lib/sandbox/store/verifications.ts";
import { lockSubscriptions } from "#lib/sandbox/store/webhooks.ts";
import type { DatedChange } from "#lib/sandbox/verification/change.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/**
 * Plays steps on a stored verification: its new state and its deliveries are written in the caller's transaction,
 * together or not at all. Null when the verification does not exist and no step creates it. Steps that the state does
 * not allow are skipped and passed to `onRefused`; without `onRefused` ChangeRefused is thrown.
 */
export async function perform(
  client: Client,
  account: Pick<Account, "account_id" | "account_name">,
  verificationId: string,
  steps: readonly DatedChange[],
  { timeScale, faults }: { timeScale: number; faults: Faults },
  onRefused?: (step: DatedChange) => void,
): Promise<VerificationState | null> {
  const before = await lockVerification(client, account.account_id, verificationId);
  const identity = {
    verification_id: verificationId,
    account_id: account.account_id,
    account_name: account.account_name,
  };
  const played = play(identity, before, steps, onRefused);
  if (!played) return null;
  await saveVerification(client, played.state);
  const now = Date.now();
  const subscriptions = await lockSubscriptions(client, account.account_id);
  await addDeliveries(client, deliveriesOf(played, subscriptions, now, timeScale, faults), new Date(now));
  return played.state;
}

/** The maximum speed of the activity: a time scale meant for long waits (a retry after 480 s) must not flood events. */
const MAX_PACE = 100;

const FACTORS: Record<ActivePace, number> = { slow: 0.25, steady: 1, fast: 10 };

/** The speed of the scenarios as a multiple of real time. */
export const pace = (timeScale: number, chosen: ActivePace): number => Math.min(timeScale * FACTORS[chosen], MAX_PACE);

/**
 * Creates the account's past 30 days and starts the steady activity; a second call changes nothing. Events of the past
 * have their times of then and are signed when they are sent. Returns whether this call was the first. With `playedUntil`
 * (milliseconds) the caller has played the past until then.
 */
export async function startScenarios(
  world: { pool: Pool; timeScale: number; faults: Faults },
  playedUntil?: number,
): Promise<boolean> {
  const { pool, timeScale } = world;
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    if (account.scenarios_started_at) return false;
    const now = playedUntil ?? Date.now();
    for (const script of seedScripts(account.seed, now)) {
      const past = script.steps.filter((step) => step.at <= now);
      const future = script.steps
        .filter((step) => step.at > now)
        .map((step) => ({ ...step, at: now + (step.at - now) / pace(timeScale, account.pace) }));
      if (past.length > 0 && playedUntil === undefined)
        await perform(client, account, script.verification_id, past, world);
      if (future.length > 0) await addSteps(client, account.account_id, script.verification_id, future);
    }
    const started = { scenarios_started_at: new Date(now), next_slot: 0, next_slot_at: new Date(now) };
    await updateAccount(client, account.account_id, started);
    return true;
  });
}

/**
 * Changes the pace of the steady activity from now on: scheduled changes move nearer or further away. `off` pauses the
 * activity, which continues later.
 */
export async function changePace(pool: Pool, timeScale: number, chosen: Pace): Promise<void> {
  await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    const now = new Date();
    if (chosen === "off") return updateAccount(client, account.account_id, { paused_at: account.paused_at ?? now });
    const factor = pace(timeScale, account.pace) / pace(timeScale, chosen);
    await stretchActivity(client, account.paused_at ?? now, now, factor);
    await updateAccount(client, account.account_id, { pace: chosen, paused_at: null });
  });
}
