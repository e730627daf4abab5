import { learnCurrentKey } from "#lib/core/server/keys/own-key.ts";
import { isRefusal } from "#lib/core/server/provisioning/attempts.ts";
import { deleteLateKeys } from "#lib/core/server/provisioning/create-once.ts";
import { tryWithLock } from "#lib/core/server/provisioning/lock.ts";
import { Overtaken } from "#lib/core/server/provisioning/record.ts";
import { apiKeys } from "#lib/core/server/provisioning/resource.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { isKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import { findCurrentKey, openKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { forgetExpired } from "#lib/core/server/vault/reveals.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { nextStep, type RotationStep } from "./next-step.ts";
import { advanceRotation, findUnderWay, type RotationUnderWay } from "./record.ts";
import { abandon, type Context, rotationContext, STEPS, Standstill } from "./steps.ts";

/**
 * Takes the steps of the running rotation until none is due (design §6). Safe to call at any time, concurrently, and
 * after a crash at any point. Records errors of the service and retries the step later; throws any other error.
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
    while (!signal?.aborted && (await tryWithLock(pool, LOCKS.ownKey, takeStep))?.result);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

/** Records the failure of a step, which is retried later from the state that it may have written. */
async function noteFailure(
  { pool, waits }: Context,
  { id }: RotationUnderWay,
  step: RotationStep,
  error: unknown,
): Promise<unknown> {
  const problem = error instanceof ServiceError ? error.code : error instanceof Standstill ? error.problem : null;
  if (!problem) throw error;
  const row = await findUnderWay(pool);
  if (row?.id !== id) return;
  // Any step waits while the service refuses the current key.
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
    {
      name: "rotation of the API key",
      everyMs: 500,
      due: "SELECT min(due_at) FROM flows WHERE kind = 'own_key' AND NOT ended",
      run: (signal) => runRotation(context, signal),
    },
    {
      name: "keys of lost attempts",
      everyMs: 60_000,
      run: accepted(() => deleteLateKeys(context, () => currentKeys(context))),
    },
    {
      name: "which key is the dashboard's",
      everyMs: 60_000,
      due: "SELECT '-infinity'::timestamptz FROM dashboard_keys WHERE state = 'current' AND service_key_id IS NULL",
      run: accepted(() => learn(context)),
    },
    {
      name: "values not acknowledged",
      everyMs: 60_000,
      due: "SELECT min(expires_at) FROM reveals WHERE secret_id IS NOT NULL",
      run: () => forgetExpired(connection),
    },
  ];
}

/** The account's keys, listed by the current key; null before the first call. */
async function currentKeys({ pool, serviceWith }: Context) {
  const current = await findCurrentKey(pool);
  return current && apiKeys(serviceWith(await openKey(pool, current.id)));
}

/** Identifies the current key early: without an admin this works only while the account has a single key. */
async function learn({ pool, serviceWith }: Context): Promise<void> {
  const current = await findCurrentKey(pool);
  if (!current || current.service_key_id !== null) return;
  await learnCurrentKey(await serviceWith(await openKey(pool, current.id)).listApiKeys(), { pool });
}
