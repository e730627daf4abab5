import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { perform } from "#lib/sandbox/live/perform.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import { writeScript } from "#lib/sandbox/scenarios/script.ts";
import { lockAccount } from "#lib/sandbox/store/accounts.ts";
import { inTransaction } from "#lib/sandbox/store/database.ts";
import { addSteps, countSteps } from "#lib/sandbox/store/steps.ts";
import { lockVerification } from "#lib/sandbox/store/verifications.ts";
import { change } from "#lib/sandbox/verification/change.ts";
import { ChangeRefused } from "#lib/sandbox/verification/refused.ts";
import type { ControlCall } from "./context.ts";

/** A verification that is played at once looks as if it had happened within the last hour or so. */
const LIFE_MS = 3_600_000;
/** Lives go on after their first ending, at 1, when they are reopened. */
const LONGEST = 1.4;

const word = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "must be storable text");
const playBody = z.strictObject({
  scenario: word,
  /** The same scenario and seed are the same verification; left out, it is a new one each time. */
  seed: word.optional(),
  tag: word.optional(),
  /** Over how many seconds from now it is played; 0: its whole life has just happened. */
  seconds: z.number().min(0).max(86_400).default(0),
});
const stepBody = z.strictObject({ changes: z.array(change).min(1).max(500) });

/** Creates a verification and plays a scenario on it. CONFLICT when this scenario was played with this seed before. */
export async function playScenario({ pool, timeScale, body, wake }: ControlCall): Promise<Answer> {
  const { scenario, seed = randomUUID(), tag, seconds } = validated(playBody, await body());
  const plot = SCENARIOS.get(scenario);
  if (!plot) throw new ApiError("VALIDATION_ERROR", "scenario: not one of GET /sandbox/scenarios");
  const verificationId = await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    const now = Date.now();
    const [start, duration] = seconds === 0 ? [now - LIFE_MS * LONGEST, LIFE_MS] : [now, (seconds * 1000) / LONGEST];
    const name = `${account.seed}:played:${scenario}:${seed}`;
    const script = writeScript(name, tag ?? `EXP-${seed.slice(0, 8).toUpperCase()}`, plot, start, duration);
    const id = script.verification_id;
    const known = (await lockVerification(client, account.account_id, id)) || (await countSteps(client, id)) > 0;
    if (known) throw new ApiError("CONFLICT", "this scenario was played with this seed before");
    if (seconds === 0) await perform(client, account, id, script.steps, timeScale);
    else await addSteps(client, account.account_id, id, script.steps);
    return id;
  });
  wake();
  return { status: 201, json: { verification_id: verificationId } };
}

/** Lets changes happen to a verification now, all or none. CONFLICT when its state does not allow one of them. */
export async function step(call: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  const { pool, timeScale, body, wake } = call;
  const { changes } = validated(stepBody, await body());
  try {
    const state = await inTransaction(pool, async (client) => {
      const account = await lockAccount(client);
      const id = parameters.id ?? "";
      if (!(await lockVerification(client, account.account_id, id))) return null;
      const now = Date.now();
      // A millisecond apart, so that their order can be told.
      const steps = changes.map((entry, index) => ({ at: now - (changes.length - 1 - index), change: entry }));
      return perform(client, account, id, steps, timeScale);
    });
    if (!state) throw new ApiError("NOT_FOUND", "no such verification");
    wake();
    return { status: 200, json: { status: state.status, documents_status: state.documents_status } };
  } catch (error) {
    if (error instanceof ChangeRefused) throw new ApiError("CONFLICT", error.message);
    throw error;
  }
}
