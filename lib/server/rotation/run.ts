import { inTransaction } from "#lib/server/db/database.ts";
import { takeSteps } from "#lib/server/provisioning/flow.ts";
import { LOCKS } from "#lib/server/provisioning/one-at-a-time.ts";
import { isRefusal } from "#lib/server/provisioning/outcome.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import type { Context } from "./context.ts";
import { nextStep, type Step } from "./next-step.ts";
import { advance, findUnderWay, Overtaken, type Row } from "./record.ts";
import { STEPS, Standstill } from "./steps.ts";

/**
 * Takes the steps of the rotation that is under way until there is nothing to do for now (design §6). Safe to call at any
 * time, by several at once, and after a crash anywhere. What the service does is noted and tried again later; throws
 * only what is not the service's doing.
 */
export async function runRotation(context: Context, signal?: AbortSignal): Promise<void> {
  const load = () => findUnderWay(context.pool);
  const failed = (row: Row, step: Step, error: unknown) => noteFailure(context, row, step, error);
  try {
    await takeSteps(context, { lock: LOCKS.rotation, load, next: nextStep, steps: STEPS }, failed, signal);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

/** The step is taken again later; from where it stands, which it may have written meanwhile. */
async function noteFailure({ pool, waits }: Context, { id }: Row, step: Step, error: unknown): Promise<void> {
  const problem = error instanceof ServiceError ? error.code : error instanceof Standstill ? error.problem : null;
  if (!problem) throw error;
  const row = await findUnderWay(pool);
  if (row?.id !== id) return;
  if (step === "create" && isRefusal(error)) {
    return inTransaction(pool, (client) => advance(client, row, { state: "abandoned", problem }));
  }
  const failures = row.failures + 1;
  await advance(pool, row, { problem, failures, wait: waits.backoff(failures) });
}
