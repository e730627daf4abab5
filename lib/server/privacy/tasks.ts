import { expireConsent } from "#lib/server/access/consent.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import type { Log } from "#lib/server/log.ts";
import { moveToFirstMaster } from "#lib/server/vault/first-master.ts";
import { retain } from "./retention.ts";

type Task = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

/** What the worker does by the clock for what is kept, and under which secret. Each may run in any number of workers. */
export function privacyTasks(log: Pick<Log, "info">, connection: Pick<Database, "pool"> = database()): Task[] {
  return [
    {
      name: "retention",
      everyMs: 3_600_000,
      run: async (signal) => {
        const went = await retain(signal, connection);
        if (Object.values(went).some((count) => count > 0)) log.info(went, "older than it is kept: gone");
      },
    },
    { name: "requests for consent that nobody answered", everyMs: 60_000, run: () => expireConsent(connection) },
    {
      name: "what is under an older COTEJO_SECRET",
      everyMs: 60_000,
      run: async () => {
        const moved = await moveToFirstMaster(connection);
        if (moved.secrets + moved.fingerprints > 0) {
          log.info(moved, "encrypted anew: everything is under the first COTEJO_SECRET, the others can go");
        }
      },
    },
  ];
}
