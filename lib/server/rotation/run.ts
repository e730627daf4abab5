import { inTransaction } from "#lib/server/db/database.ts";
import { type Flow, takeSteps } from "#lib/server/provisioning/flow.ts";
import { LOCKS } from "#lib/server/provisioning/one-at-a-time.ts";
import { isRefusal } from "#lib/server/provisioning/outcome.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import type { Context } from "./context.ts";
import { nextStep, type Step } from "./next-step.ts";
import { advance, findUnderWay, Overtaken, type Row } from "./record.ts";
import { STEPS, Standstill } from "./steps.ts";

const FLOW: Flow<Context, Row, Step, void> = {
  lock: LOCKS.rotation,
  load: ({ pool }) => findUnderWay(pool),
  next: nextStep,
  steps: STEPS,
  async failed({ pool, waits }, { id }, step, error) {
    const problem = error instanceof ServiceError ? error.code : error instanceof Standstill ? error.problem : null;
    if (!problem) throw error;
    // From where it stands, which the step may have written meanwhile.
    const row = await findUnderWay(pool);
    if (row?.id !== id) return;
    if (step === "create" && isRefusal(error)) {
      return inTransaction(pool, (client) => advance(client, row, { state: "abandoned", problem }));
    }
    const failures = row.failures + 1;
    await advance(pool, row, { problem, failures, wait: waits.backoff(failures) });
  },
};

/**
 * Takes the steps of the rotation that is under way until there is nothing to do for now (design §6). Safe to call at any
 * time, by several at once, and after a crash anywhere. What the service does is noted and tried again later; throws
 * only what is not the service's doing.
 */
export async function runRotation(context: Context, signal?: AbortSignal): Promise<void> {
  try {
    await takeSteps(context, FLOW, signal);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}
