import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { learnCurrentKey } from "#lib/server/keys/own-key.ts";
import { isRefusal } from "#lib/server/provisioning/attempts.ts";
import { lookAgain } from "#lib/server/provisioning/create-once.ts";
import { ifFree, LOCKS } from "#lib/server/provisioning/lock.ts";
import { Overtaken } from "#lib/server/provisioning/record.ts";
import { apiKeys } from "#lib/server/provisioning/resource.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { isKeyRefused } from "#lib/server/service-calls/take-call.ts";
import { findCurrentKey, openKey } from "#lib/server/vault/dashboard-keys.ts";
import { forgetExpired } from "#lib/server/vault/reveals.ts";
import { nextStep, type Step } from "./next-step.ts";
import { advanceRotation, findUnderWay, type RotationUnderWay } from "./record.ts";
import { abandon, type Context, rotationContext, STEPS, Standstill } from "./steps.ts";

/**
 * Takes the steps of the rotation that is under way until there is nothing to do for now (design §6). Safe to call at any
 * time, by several at once, and after a crash anywhere. What the service does is noted and tried again later; throws
 * only what is not the service's doing.
 */
export async function runRotation(context: Context, signal?: AbortSignal): Promise<void> {
  const { pool } = context;
  const takeStep = async (): Promise<boolean> => {
    const rotation = await findUnderWay(pool);
    if (!rotation) return false;
    const step = nextStep(rotation);
    await STEPS[step](context, rotation).catch((error: unknown) => noteFailure(context, rotation, step, error));
    return step !== "wait";
  };
  try {
    while (!signal?.aborted && (await ifFree(pool, LOCKS.ownKey, takeStep))?.result);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

/** The step is taken again later; from its state, which it may have written meanwhile. */
async function noteFailure(
  { pool, waits }: Context,
  { id }: RotationUnderWay,
  step: Step,
  error: unknown,
): Promise<unknown> {
  const problem = error instanceof ServiceError ? error.code : error instanceof Standstill ? error.problem : null;
  if (!problem) throw error;
  const row = await findUnderWay(pool);
  if (row?.id !== id) return;
  // A refused key is waited for at any step.
  if (step === "create" && isRefusal(error) && problem !== "SERVICE_UNAUTHORIZED") return abandon(pool, row, problem);
  const failures = row.failures + 1;
  return advanceRotation(pool, row, { problem, failures, wait: waits.backoff(failures) });
}

/** The worker's tasks for rotations: take their steps, also after a crash, and look for lost keys. */
export function rotationTasks(connection: Pooled = database()): PeriodicTask[] {
  const context = rotationContext(connection);
  /** Steps that use the current key wait while the service refuses it; the check of the connection reports the refusal. */
  const accepted = (run: () => Promise<unknown>) => async () => {
    if (await isKeyRefused(connection)) return;
    await run().catch((error: unknown) => {
      if (!(error instanceof ServiceError && error.code === "SERVICE_UNAUTHORIZED")) throw error;
    });
  };
  return [
    { name: "rotation of the API key", everyMs: 500, run: (signal) => runRotation(context, signal) },
    {
      name: "keys of lost attempts",
      everyMs: 60_000,
      run: accepted(() => lookAgain(context.pool, () => currentKeys(context))),
    },
    { name: "which key is the dashboard's", everyMs: 60_000, run: accepted(() => learn(context)) },
    { name: "values not acknowledged", everyMs: 60_000, run: () => forgetExpired(connection) },
  ];
}

/** The account's keys, by the current one; null before the first call. */
async function currentKeys({ pool, serviceWith }: Context) {
  const current = await findCurrentKey(pool);
  return current && apiKeys(serviceWith(await openKey(pool, current.id)));
}

/** Early, since the key is known without an admin only while there is one. */
async function learn({ pool, serviceWith }: Context): Promise<void> {
  const current = await findCurrentKey(pool);
  if (!current || current.service_key_id !== null) return;
  await learnCurrentKey(await serviceWith(await openKey(pool, current.id)).listApiKeys(), { pool });
}
