import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { mailDigests } from "./mail.ts";
import { noticePeople } from "./notifier.ts";
import { watchInstallation } from "./watch.ts";

/** Longer than any cause is looked for again, and longer than anybody goes back. */
const FORGET = [
  "DELETE FROM notices WHERE noted_at < now() - interval '90 days'",
  "DELETE FROM alerts WHERE resolved_at < now() - interval '90 days'",
];

async function forget({ pool }: Pooled): Promise<void> {
  for (const statement of FORGET) await pool.query(statement);
}

/** The worker's tasks for notices. Each may run in any number of workers. */
export const noticeTasks = (connection: Pooled): PeriodicTask[] => [
  { name: "notices to people", everyMs: 2_000, run: () => noticePeople(connection) },
  { name: "alerts to admins", everyMs: 30_000, run: () => watchInstallation(connection) },
  { name: "digests of notices", everyMs: 60_000, run: () => mailDigests(connection) },
  { name: "deleting old notices", everyMs: 3_600_000, run: () => forget(connection) },
];
