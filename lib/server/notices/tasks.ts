import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { noticePeople } from "./notifier.ts";

/** Longer than any cause is looked for again, and longer than anybody goes back. */
const FORGET = "DELETE FROM notices WHERE noted_at < now() - interval '90 days'";

/** The worker's tasks for notices. Each may run in any number of workers. */
export const noticeTasks = (connection: Pooled): PeriodicTask[] => [
  { name: "notices to people", everyMs: 2_000, run: () => noticePeople(connection) },
  { name: "deleting old notices", everyMs: 3_600_000, run: () => connection.pool.query(FORGET) },
];
