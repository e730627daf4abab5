import { paceInput } from "#lib/contract/sandbox/sandbox-input.ts";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { changePace } from "#lib/sandbox/live/set-pace.ts";
import { LABELS } from "#lib/sandbox/scenarios/life-labels.ts";
import { findAccount } from "#lib/sandbox/store/accounts.ts";
import { listPlayed } from "#lib/sandbox/store/played.ts";
import type { ControlCall } from "./context.ts";

const MOST_PLAYED = 20;

/** How the sandbox stands: `SandboxState` of the contract. */
export async function state({ pool, faults }: ControlCall): Promise<Answer> {
  const account = await findAccount(pool);
  const played = account ? await listPlayed(pool, account.account_id, MOST_PLAYED) : [];
  return {
    status: 200,
    json: {
      pace: account?.paused_at ? "off" : (account?.pace ?? "steady"),
      started: Boolean(account?.scenarios_started_at),
      faults: faults.list(),
      played: played.map(({ pending, delivered, failed, labels, ...play }) => ({
        ...play,
        labels: (labels ?? []).map(({ label, display_name, comment }) => ({ label, display_name, comment })),
        deliveries: { pending, delivered, failed },
      })),
      labels: LABELS,
    },
  };
}

/** Sets how busy the account is by itself. */
export async function setPace({ pool, timeScale, body, wake }: ControlCall): Promise<Answer> {
  const { pace } = validated(paceInput, await body());
  await changePace(pool, timeScale, pace);
  wake();
  return { status: 200, json: { pace } };
}
