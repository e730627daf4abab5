import { newFault, paceInput } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import { type ControlCall, validated } from "#lib/sandbox/http/request.ts";
import { changePace, startScenarios } from "#lib/sandbox/live/activity.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import { LABELS } from "#lib/sandbox/scenarios/life.ts";
import { findAccount } from "#lib/sandbox/store/accounts.ts";
import { countDeliveries } from "#lib/sandbox/store/deliveries.ts";
import { countSteps } from "#lib/sandbox/store/steps.ts";
import { listPlayed } from "#lib/sandbox/store/verifications.ts";

const MAX_PLAYED = 20;

export async function readState({ pool, faults }: ControlCall): Promise<Answer> {
  const account = await findAccount(pool);
  const played = account ? await listPlayed(pool, account.account_id, MAX_PLAYED) : [];
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

export async function setPace({ pool, timeScale, body, wake }: ControlCall): Promise<Answer> {
  const { pace } = validated(paceInput, await body());
  await changePace(pool, timeScale, pace);
  wake();
  return { status: 200, json: { pace } };
}

export async function listScenarios(): Promise<Answer> {
  return { status: 200, json: { data: [...SCENARIOS.keys()] } };
}

/** Starts the seed and the live activity; `started` is false if they were started before. */
export async function startAccount(call: ControlCall): Promise<Answer> {
  const started = await startScenarios(call);
  call.wake();
  return { status: 200, json: { started } };
}

/** Counts deliveries by state and planned steps, of one verification (`?verification_id=`) or of all. */
export async function summariseDeliveries({ pool, query }: ControlCall): Promise<Answer> {
  const id = query.get("verification_id")?.replaceAll("\u0000", "") ?? null;
  const counts = await countDeliveries(pool, id);
  return { status: 200, json: { ...counts, steps_to_come: await countSteps(pool, id) } };
}

/** Adds a fault: the next calls of the service's endpoints fail, or the next deliveries go wrong. */
export async function addFault({ faults, body }: ControlCall): Promise<Answer> {
  const id = faults.add(validated(newFault, await body()));
  return { status: 201, json: { id, data: faults.list() } };
}

export async function listFaults({ faults }: ControlCall): Promise<Answer> {
  return { status: 200, json: { data: faults.list() } };
}

export async function endFault({ faults }: ControlCall, id: string): Promise<Answer> {
  if (!faults.end(id)) throw new ApiError("NOT_FOUND", "no such fault, or no longer");
  return { status: 204 };
}

export async function endFaults({ faults }: ControlCall): Promise<Answer> {
  faults.clear();
  return { status: 204 };
}
