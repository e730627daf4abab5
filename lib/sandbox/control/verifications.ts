import { randomUUID } from "node:crypto";
import { z } from "zod";
import { playInput } from "#lib/contract/sandbox/sandbox-input.ts";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { perform } from "#lib/sandbox/live/perform.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import { writeScript } from "#lib/sandbox/scenarios/script.ts";
import { lockAccount } from "#lib/sandbox/store/accounts.ts";
import { inTransaction } from "#lib/sandbox/store/database.ts";
import { notePlayed } from "#lib/sandbox/store/played.ts";
import { addSteps, countSteps } from "#lib/sandbox/store/steps.ts";
import { lockVerification } from "#lib/sandbox/store/verifications.ts";
import { change } from "#lib/sandbox/verification/change.ts";
import { changeNow } from "./change-now.ts";
import type { ControlCall } from "./context.ts";

/** A verification that is played at once looks as if it had happened within the last hour or so. */
const LIFE_MS = 3_600_000;
/** Lives go on after their first ending, at 1, when they are reopened. */
const LONGEST = 1.4;

const stepBody = z.strictObject({ changes: z.array(change).min(1).max(500) });

/** Creates a verification and plays a scenario on it. CONFLICT when this scenario was played with this seed before. */
export async function playScenario(call: ControlCall): Promise<Answer> {
  const { pool, timeScale, faults, body, wake } = call;
  const {
    scenario,
    seed = randomUUID(),
    tag = `EXP-${seed.slice(0, 8).toUpperCase()}`,
    seconds,
  } = validated(playInput, await body());
  const plot = SCENARIOS.get(scenario);
  if (!plot) throw new ApiError("VALIDATION_ERROR", "scenario: not one of GET /sandbox/scenarios");
  const verificationId = await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    const now = Date.now();
    const atOnce = seconds === 0;
    const [start, duration] = atOnce
      ? [now - LIFE_MS * LONGEST, LIFE_MS]
      : [now, (seconds * 1000) / LONGEST / timeScale];
    const script = writeScript(`${account.seed}:played:${scenario}:${seed}`, tag, plot, start, duration);
    const id = script.verification_id;
    const known = (await lockVerification(client, account.account_id, id)) || (await countSteps(client, id)) > 0;
    if (known) throw new ApiError("CONFLICT", "this scenario was played with this seed before");
    await notePlayed(client, account.account_id, { verification_id: id, scenario, tag });
    const fault = plot.onTheWay && faults.add({ ...plot.onTheWay, verification_id: id });
    if (!atOnce) await addSteps(client, account.account_id, id, script.steps, "by_hand");
    else {
      try {
        await perform(client, account, id, script.steps, call);
      } finally {
        // What its events did not meet, since nobody listens, meets nothing else either.
        if (fault) faults.end(fault);
      }
    }
    return id;
  });
  wake();
  return { status: 201, json: { verification_id: verificationId, tag } };
}

/** Lets changes happen to a verification now, all or none. CONFLICT when its state does not allow one of them. */
export async function step(call: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  const { changes } = validated(stepBody, await call.body());
  return changeNow(call, parameters.id ?? "", () => changes);
}
