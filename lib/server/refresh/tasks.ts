import { type Database, database } from "#lib/server/db/database.ts";
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
    { name: "a changed SVC_API_KEY", everyMs: 30_000, run: () => adoptEnvironmentKey(client, connection) },
  ];
}
