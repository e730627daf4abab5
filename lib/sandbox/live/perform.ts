import { deliveriesOf } from "#lib/sandbox/deliveries/emit.ts";
import type { Faults } from "#lib/sandbox/http/faults.ts";
import { play } from "#lib/sandbox/scenarios/play.ts";
import type { Account } from "#lib/sandbox/store/accounts.ts";
import type { Client } from "#lib/sandbox/store/database.ts";
import { addDeliveries } from "#lib/sandbox/store/deliveries.ts";
import { lockVerification, saveVerification } from "#lib/sandbox/store/verifications.ts";
import { lockSubscriptions } from "#lib/sandbox/store/webhooks.ts";
import type { Step } from "#lib/sandbox/verification/change.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/**
 * Plays steps on a stored verification: its new state and the deliveries that tell of it are written in the caller's
 * transaction, together or not at all. Null when the verification does not exist and no step creates it. Steps that the
 * state does not allow are passed over when `onRefused` is given; else ChangeRefused is thrown.
 */
export async function perform(
  client: Client,
  account: Pick<Account, "account_id" | "account_name">,
  verificationId: string,
  steps: readonly Step[],
  { timeScale, faults }: { timeScale: number; faults: Faults },
  onRefused?: (step: Step) => void,
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
