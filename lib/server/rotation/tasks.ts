import { type Database, database } from "#lib/server/db/database.ts";
import { lookAgain } from "#lib/server/provisioning/look-again.ts";
import { apiKeys } from "#lib/server/provisioning/resource.ts";
import { forgetExpired } from "#lib/server/secrets/reveals.ts";
import { findCurrentKey, openKey } from "#lib/server/vault/dashboard-keys.ts";
import { type Context, rotationContext } from "./context.ts";
import { learnCurrentKey } from "./current.ts";
import { runRotation } from "./run.ts";

type Task = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

/** What the worker does for rotations: takes their steps, also after a crash, and looks for lost keys. */
export function rotationTasks(connection: Pick<Database, "pool"> = database()): Task[] {
  const context = rotationContext(connection);
  return [
    { name: "rotation of the API key", everyMs: 500, run: (signal) => runRotation(context, signal) },
    { name: "keys of lost attempts", everyMs: 60_000, run: () => lookAgain(context.pool, () => currentKeys(context)) },
    { name: "which key is the dashboard's", everyMs: 60_000, run: () => learn(context) },
    { name: "values that nobody acknowledged", everyMs: 60_000, run: () => forgetExpired(connection) },
  ];
}

/** The account's keys, by the current one; null before the first call. */
async function currentKeys({ pool, serviceWith }: Context) {
  const current = await findCurrentKey(pool);
  return current && apiKeys(serviceWith(await openKey(pool, current.id)));
}

/** Early, since it can be told without asking anybody only while there is one key. */
async function learn({ pool, serviceWith }: Context): Promise<void> {
  const current = await findCurrentKey(pool);
  if (!current || current.service_key_id !== null) return;
  await learnCurrentKey(await serviceWith(await openKey(pool, current.id)).listApiKeys(), { pool });
}
