import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { documentsInput, labelInput, listInput, playInput } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import { type ControlCall, validated } from "#lib/sandbox/http/request.ts";
import { perform } from "#lib/sandbox/live/activity.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import { addDocuments, inventRun } from "#lib/sandbox/scenarios/documents.ts";
import { LABELS } from "#lib/sandbox/scenarios/life.ts";
import { writeScript } from "#lib/sandbox/scenarios/script.ts";
import { type Account, lockAccount } from "#lib/sandbox/store/accounts.ts";
import { type Client, inTransaction } from "#lib/sandbox/store/database.ts";
import { addSteps, countSteps } from "#lib/sandbox/store/steps.ts";
import { lockVerification, moveToHead, notePlayed } from "#lib/sandbox/store/verifications.ts";
import { type Change, ChangeRefused, change } from "#lib/sandbox/verification/change.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/** The time span of a verification that is played at once: about the last hour. */
const STORY_MS = 3_600_000;
/** End of the longest scenario as a multiple of its first ending (1): reopened verifications go on after it. */
const MAX_END = 1.4;

const stepBody = z.strictObject({ changes: z.array(change).min(1).max(500) });

/** A number: letters before six digits could look like a part of a CURP, and such a text is never put into a URL. */
const tagOf = (seed: string): string => `EXP-${createHash("sha256").update(seed).digest().readUInt32BE()}`;

/** Creates a verification and plays a scenario on it. CONFLICT when this scenario was played with this seed before. */
export async function playScenario(call: ControlCall): Promise<Answer> {
  const { pool, timeScale, faults, body, wake } = call;
  const { scenario, seed = randomUUID(), tag = tagOf(seed), seconds } = validated(playInput, await body());
  const plot = SCENARIOS.get(scenario);
  if (!plot) throw new ApiError("VALIDATION_ERROR", "scenario: not one of GET /sandbox/scenarios");
  const verificationId = await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    const now = Date.now();
    const atOnce = seconds === 0;
    const [start, duration] = atOnce
      ? [now - STORY_MS * MAX_END, STORY_MS]
      : [now, (seconds * 1000) / MAX_END / timeScale];
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
        // Without a receiver the fault met no event, and must not apply to other events.
        if (fault) faults.end(fault);
      }
    }
    return id;
  });
  wake();
  return { status: 201, json: { verification_id: verificationId, tag } };
}

/** Applies changes to a verification now, all or none. CONFLICT when its state does not allow one of them. */
export async function applyChanges(call: ControlCall, id: string): Promise<Answer> {
  const { changes } = validated(stepBody, await call.body());
  return changeNow(call, id, () => changes);
}

/** The span of documents added at once, in milliseconds before now. */
const MAX_PROCESSING_MS = 60_000;

/** Moves a verification to the head of the list of played ones. */
export async function listVerification(call: ControlCall): Promise<Answer> {
  const { verification_id } = validated(listInput, await call.body());
  return workOn(call, verification_id, async (client) => {
    await moveToHead(client, verification_id);
    return null;
  });
}

/** Adds documents; they are processed over `seconds`, or at once for 0. */
export async function addDocumentsTo(call: ControlCall, id: string): Promise<Answer> {
  const { count, seconds } = validated(documentsInput, await call.body());
  return workOn(call, id, async (client, account, state) => {
    const now = Date.now();
    const random = createRandom(`${id}:documents:${state.events_emitted}`);
    if (seconds === 0) {
      const start = Math.max(Date.parse(state.updated_at), now - MAX_PROCESSING_MS);
      return perform(client, account, id, addDocuments(random, state, count, start, now - start), call);
    }
    const steps = addDocuments(random, state, count, now, (seconds * 1000) / call.timeScale);
    await addSteps(client, account.account_id, id, steps, "by_hand");
    return null;
  });
}

/**
 * Starts a findings run on demand. The answer has no `run_id` (interface, Verification read); only the run's event has
 * it. CONFLICT for a finished verification.
 */
export async function requestFindings(call: ControlCall, id: string): Promise<Answer> {
  const { json } = await changeNow(call, id, (state) => [
    { kind: "findings", ...inventRun(createRandom(`${id}:findings:${state.events_emitted}`), state) },
  ]);
  return { status: 202, json };
}

/** Reopens a finished verification, whose file becomes incomplete. CONFLICT for an unfinished one. */
export const reopenVerification = (call: ControlCall, id: string): Promise<Answer> =>
  changeNow(call, id, () => [{ kind: "reopened" }, { kind: "documents_status", to: "partial_upload" }]);

/** Assigns a label of the catalogue, updates its comment or removes it. CONFLICT if the state does not allow it. */
export async function changeLabel(call: ControlCall, id: string): Promise<Answer> {
  const input = validated(labelInput, await call.body());
  const known = LABELS.find((candidate) => candidate.label === input.label);
  if (!known) throw new ApiError("VALIDATION_ERROR", "label: not one of the account's catalogue");
  return changeNow(call, id, () => {
    if (input.action === "add") return [{ kind: "label_added", ...known, comment: input.comment }];
    if (input.action === "remove") return [{ kind: "label_removed", label: input.label }];
    return [{ kind: "label_comment", label: input.label, comment: input.comment }];
  });
}

/**
 * Applies a step to a stored verification and lists it as played. NOT_FOUND if it does not exist, CONFLICT for a refused step.
 */
async function workOn(
  { pool, wake }: Pick<ControlCall, "pool" | "wake">,
  id: string,
  work: (client: Client, account: Account, state: VerificationState) => Promise<VerificationState | null>,
): Promise<Answer> {
  try {
    const state = await inTransaction(pool, async (client) => {
      const account = await lockAccount(client);
      const before = await lockVerification(client, account.account_id, id);
      if (!before) throw new ApiError("NOT_FOUND", "no such verification");
      await notePlayed(client, account.account_id, { verification_id: id, scenario: null, tag: before.tag });
      return (await work(client, account, before)) ?? before;
    });
    wake();
    return { status: 200, json: { status: state.status, documents_status: state.documents_status } };
  } catch (error) {
    if (error instanceof ChangeRefused) throw new ApiError("CONFLICT", error.message);
    throw error;
  }
}

/** Applies changes to a verification now, a millisecond apart to make their order visible; all or none. */
const changeNow = (
  call: ControlCall,
  id: string,
  changesOf: (state: VerificationState) => readonly Change[],
): Promise<Answer> =>
  workOn(call, id, async (client, account, before) => {
    const now = Date.now();
    const changes = changesOf(before);
    const steps = changes.map((change, index) => ({ at: now - (changes.length - 1 - index), change }));
    return perform(client, account, id, steps, call);
  });
