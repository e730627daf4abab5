import { type Database, database } from "#lib/server/db/database.ts";
import { rotationContext } from "./context.ts";
import { learnCurrentKey, lookAgain } from "./look-again.ts";
import { runRotation } from "./run.ts";

type Task = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

/** What the worker does for rotations: takes their steps, also after a crash, and looks for lost keys. */
export function rotationTasks(connection: Pick<Database, "pool"> = database()): Task[] {
  const context = rotationContext(connection);
  return [
    { name: "rotation of the API key", everyMs: 500, run: (signal) => runRotation(context, signal) },
    { name: "keys of lost attempts", everyMs: 60_000, run: () => lookAgain(context) },
    { name: "which key is the dashboard's", everyMs: 60_000, run: () => learnCurrentKey(context) },
  ];
}
