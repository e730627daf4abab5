import { documentsInput, labelInput, listInput } from "#lib/contract/sandbox/sandbox-input.ts";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { perform } from "#lib/sandbox/live/perform.ts";
import { createRandom } from "#lib/sandbox/random.ts";
import { LABELS } from "#lib/sandbox/scenarios/life-labels.ts";
import { addDocuments } from "#lib/sandbox/scenarios/more-documents.ts";
import { moveToHead } from "#lib/sandbox/store/played.ts";
import { addSteps } from "#lib/sandbox/store/steps.ts";
import { changeNow, workOn } from "./change-now.ts";
import type { ControlCall } from "./context.ts";

/** What an hour's work looks like when it happens at once. */
const AT_ONCE_MS = 60_000;

/** Puts a verification on the list of what was played, to be worked on. */
export async function list(call: ControlCall): Promise<Answer> {
  const { verification_id } = validated(listInput, await call.body());
  return workOn(call, verification_id, async (client) => {
    await moveToHead(client, verification_id);
    return null;
  });
}

/** Adds documents, which are processed over `seconds` or have just been. */
export async function documents(call: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  const { count, seconds } = validated(documentsInput, await call.body());
  const id = parameters.id ?? "";
  return workOn(call, id, async (client, account, state) => {
    const now = Date.now();
    const random = createRandom(`${id}:documents:${state.events_emitted}`);
    if (seconds === 0) {
      const start = Math.max(Date.parse(state.updated_at), now - AT_ONCE_MS);
      return perform(client, account, id, addDocuments(random, state, count, start, now - start), call);
    }
    const steps = addDocuments(random, state, count, now, (seconds * 1000) / call.timeScale);
    await addSteps(client, account.account_id, id, steps, "by_hand");
    return null;
  });
}

/** Reopens a finished verification, whose file becomes incomplete. CONFLICT for one that is not finished. */
export const reopen = (call: ControlCall, parameters: Record<string, string>): Promise<Answer> =>
  changeNow(call, parameters.id ?? "", () => [
    { kind: "reopened" },
    { kind: "documents_status", to: "partial_upload" },
  ]);

/** Assigns a label of the catalogue, updates its comment or takes it off. CONFLICT where that is not possible. */
export async function label(call: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  const input = validated(labelInput, await call.body());
  const known = LABELS.find((candidate) => candidate.label === input.label);
  if (!known) throw new ApiError("VALIDATION_ERROR", "label: not one of the account's catalogue");
  return changeNow(call, parameters.id ?? "", () => {
    if (input.action === "add") return [{ kind: "label_added", ...known, comment: input.comment }];
    if (input.action === "remove") return [{ kind: "label_removed", label: input.label }];
    return [{ kind: "label_comment", label: input.label, comment: input.comment }];
  });
}
