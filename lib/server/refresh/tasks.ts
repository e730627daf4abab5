import type { AdoptionRefusal } from "#lib/contract/keys/keys.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { CotejoError } from "#lib/server/errors.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { adoptEnvironmentKey } from "./adopt-key.ts";
import { runDueReads } from "./due.ts";
import { lookForOutages } from "./outage.ts";
import { serviceClient } from "./service.ts";
import { scheduleSilenceReads } from "./silence.ts";

export type Task = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

/** What the worker does by the clock, besides draining the inbox (design §5). Each may run in any number of workers. */
export function refreshTasks(connection: Pick<Database, "pool"> = database()): Task[] {
  const client = serviceClient(connection);
  return [
    { name: "reads that are due", everyMs: 1_000, run: (signal) => runDueReads(connection, client, signal) },
    { name: "reads for silence", everyMs: 30_000, run: () => scheduleSilenceReads(connection) },
    { name: "outages", everyMs: 15_000, run: () => lookForOutages(connection) },
    { name: "a changed SVC_API_KEY", everyMs: 30_000, run: () => adoptKey(client, connection) },
  ];
}

const REFUSALS: Record<AdoptionRefusal, string> = {
  none_offered: "it holds none",
  not_accepted: "the service refuses it too",
  not_permitted: "it may not list API keys or read verifications",
  other_account: "it does not read this account's verifications",
  unconfirmed: "no verification is known that could prove it, so an admin has to confirm it",
  service_unavailable: "the service could not be asked",
};

/** The stored key is refused and so is the one that is offered: nothing can be read until an operator acts. */
async function adoptKey(client: ServiceClient, connection: Pick<Database, "pool">): Promise<void> {
  const adoption = await adoptEnvironmentKey(client, connection);
  if (adoption.outcome !== "refused") return;
  const message = `The stored API key is refused, and SVC_API_KEY does not replace it: ${REFUSALS[adoption.reason]}.`;
  throw new CotejoError("SERVICE_UNAUTHORIZED", 502, message);
}
