import { type Database, database } from "#lib/server/db/database.ts";
import type { Log } from "#lib/server/log.ts";
import { listFailures } from "#lib/server/queries/status.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { checkConnection, type Found } from "./check.ts";

type Task = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

const FAILURES_EVERY_MS = 60_000;

/** What the worker watches of the service by the clock. Each may run in any number of workers. */
export function connectionTasks(
  log: Pick<Log, "info" | "warn">,
  connection: Pick<Database, "pool"> = database(),
  client: Pick<ServiceClient, "listWebhooksAndTime"> = serviceClient(connection),
): Task[] {
  return [
    {
      name: "key, webhook and clock",
      everyMs: 5_000,
      run: async () => {
        const found = await checkConnection(connection, client);
        if (found) for (const news of newsOf(found)) log[news.level](news.facts, news.text);
      },
    },
    {
      name: "service errors",
      everyMs: FAILURES_EVERY_MS,
      run: async () => {
        const failures = await listFailures(connection, FAILURES_EVERY_MS / 1_000);
        if (failures.length > 0) log.warn({ failures }, "calls to the service fail");
      },
    },
  ];
}

const MENDING: Record<Found["problems"][number], string> = {
  deleted_at_service: "own webhook was deleted at the service: an admin repairs it on the page Webhooks",
  disabled_at_service: "own webhook is disabled at the service: an admin repairs it on the page Webhooks",
  other_address: "own webhook delivers to another address than RECEIVER_URL: an admin repairs it on the page Webhooks",
  missing_events: "own webhook lacks events: an admin repairs it on the page Webhooks",
};

type News = { level: "info" | "warn"; text: string; facts: object };

/** Log lines for what has begun or ended since the last check, with how to mend it. */
function newsOf({ before, problems, error_code, clock_wrong, clock_ahead }: Found): News[] {
  const news: News[] = [];
  const warn = (text: string, facts: object = {}) => news.push({ level: "warn", text, facts });
  const info = (text: string) => news.push({ level: "info", text, facts: {} });
  for (const problem of problems) {
    if (!before.problems.includes(problem)) warn(MENDING[problem]);
  }
  if (before.problems.length > 0 && problems.length === 0) info("own webhook is as it should be again");
  if (error_code === "SERVICE_UNAUTHORIZED" && before.error_code !== error_code) {
    warn("the service refuses the API key: an admin enters another one on the page API keys, or sets SVC_API_KEY");
  }
  if (before.error_code === "SERVICE_UNAUTHORIZED" && error_code === null) info("the service takes the API key again");
  if (clock_wrong && !before.clock_wrong) {
    warn("this machine's clock is not the service's: set it by NTP", { seconds_ahead: Math.round(clock_ahead ?? 0) });
  }
  if (before.clock_wrong && !clock_wrong) info("this machine's clock is right again");
  return news;
}
