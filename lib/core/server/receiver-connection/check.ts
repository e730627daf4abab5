import type { WebhookFault } from "#lib/core/contract/status.ts";
import { noteWebhook } from "#lib/core/server/outages/detect.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { isKeyRefused, reportCall, takeCall } from "#lib/core/server/service-calls/take-call.ts";
import { listFailures } from "#lib/core/server/status/status.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { compareOwn, OWN_WEBHOOK, type OwnWebhook } from "./own-webhook.ts";

/** Interval without a problem; a new problem is noticed within this time. */
const CHECK_INTERVAL_SECONDS = 120;
/** Interval during a problem, so that its repair is noticed soon. */
const PROBLEM_INTERVAL_SECONDS = 15;
/** A larger difference of the clocks is a problem; from five minutes on, deliveries are late or refused (design §4). */
const CLOCK_WRONG_SECONDS = 60;
/** After this time another worker repeats the check of a dead worker. */
const LEASE_SECONDS = 30;

const CLAIM = `
  INSERT INTO connection_checks (due_at) VALUES (now() + make_interval(secs => $1))
  ON CONFLICT (singleton) DO UPDATE SET due_at = EXCLUDED.due_at WHERE connection_checks.due_at <= now()
  RETURNING problems, clock_wrong_since IS NOT NULL AS clock_wrong, error_code`;

const POSTPONE = "UPDATE connection_checks SET due_at = now() + make_interval(secs => $1)";

const CHECKED = `
  UPDATE connection_checks SET checked_at = now(), due_at = now() + make_interval(secs => $1),
    succeeded_at = now(), failed_at = NULL, failing_since = NULL, error_code = NULL,
    clock_ahead = $2::float8, clock_wrong_since = CASE WHEN abs($2::float8) >= ${CLOCK_WRONG_SECONDS} THEN COALESCE(clock_wrong_since, now()) END`;

const NOT_PERMITTED = `
  UPDATE connection_checks SET checked_at = now(), due_at = now() + make_interval(secs => $1),
    failed_at = NULL, failing_since = NULL, error_code = NULL`;

const FAILED = `
  UPDATE connection_checks SET checked_at = now(), due_at = now() + make_interval(secs => $1),
    failed_at = now(), failing_since = COALESCE(failing_since, now()), error_code = $2`;

const REFUSED_KEY = "SERVICE_UNAUTHORIZED";

type CheckResult = { problems: WebhookFault[]; clock_wrong: boolean; error_code: string | null };

export type CheckComparison = CheckResult & { before: CheckResult; clock_ahead: number | null };

/**
 * Checks our key, our webhook and the clocks with one call to the service, from the budget (design §5). Returns
 * undefined if no check is due or the call is not possible now.
 */
export async function checkConnection(
  connection: Pooled,
  client: Pick<ServiceClient, "listReadableWebhooks">,
): Promise<CheckComparison | undefined> {
  const { pool } = connection;
  const before = (await pool.query<CheckResult>(CLAIM, [LEASE_SECONDS])).rows[0];
  if (!before) return undefined;
  const wait = await takeCall(connection, "background");
  if (wait > 0) {
    // Another call has met the refusal.
    if (before.error_code !== REFUSED_KEY && (await isKeyRefused(connection))) {
      return noteFailure(pool, before, REFUSED_KEY);
    }
    await pool.query(POSTPONE, [Math.min(wait, PROBLEM_INTERVAL_SECONDS)]);
    return undefined;
  }
  const own = async () => (await pool.query<OwnWebhook>(OWN_WEBHOOK)).rows[0];
  const webhook = await own();
  try {
    const { webhooks, clock_ahead } = await client.listReadableWebhooks();
    await reportCall(connection, "answered");
    // The webhook was replaced during the call: the list may be older than the stored id.
    if ((await own())?.webhook_id !== webhook?.webhook_id) {
      await pool.query(POSTPONE, [0]);
      return undefined;
    }
    const problems = webhook?.state === "connected" ? compareOwn(webhook, webhooks).problems : [];
    const clock_wrong = clock_ahead !== null && Math.abs(clock_ahead) >= CLOCK_WRONG_SECONDS;
    if (webhook?.state === "connected") await noteWebhook(connection, problems);
    const well = problems.length === 0 && !clock_wrong;
    await pool.query(CHECKED, [well ? CHECK_INTERVAL_SECONDS : PROBLEM_INTERVAL_SECONDS, clock_ahead]);
    return { problems, clock_wrong, error_code: null, clock_ahead, before };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "SERVICE_PAUSED") {
      await pool.query(POSTPONE, [error.retryAfter ?? PROBLEM_INTERVAL_SECONDS]);
      return undefined;
    }
    if (error.code === "SERVICE_FORBIDDEN") {
      // The key is valid but may not list webhooks, so the state of our webhook is unknown.
      await pool.query(NOT_PERMITTED, [CHECK_INTERVAL_SECONDS]);
      return { ...before, error_code: null, clock_ahead: null, before };
    }
    if (error.code !== REFUSED_KEY) await reportCall(connection, "faulty");
    // A fault of this call does not end the refusal.
    return noteFailure(pool, before, (await isKeyRefused(connection)) ? REFUSED_KEY : error.code);
  }
}

async function noteFailure(client: Client, before: CheckResult, error_code: string): Promise<CheckComparison> {
  await client.query(FAILED, [PROBLEM_INTERVAL_SECONDS, error_code]);
  return { ...before, error_code, clock_ahead: null, before };
}

const FAILURES_EVERY_MS = 60_000;

/** The worker's periodic checks of the service. Each may run in any number of workers. */
export function connectionTasks(
  log: Pick<Log, "info" | "warn">,
  connection: Pooled = database(),
  client: Pick<ServiceClient, "listReadableWebhooks"> = serviceClient(connection),
): PeriodicTask[] {
  return [
    {
      name: "key, webhook and clock",
      everyMs: 5_000,
      due: "SELECT due_at FROM connection_checks",
      run: async () => {
        const found = await checkConnection(connection, client);
        if (found) logChanges(found, log);
      },
    },
    {
      name: "service errors",
      everyMs: FAILURES_EVERY_MS,
      run: async () => {
        // A refused key has its own log lines.
        const failures = (await listFailures(connection.pool, FAILURES_EVERY_MS / 1_000)).filter(
          ({ code }) => code !== REFUSED_KEY,
        );
        if (failures.length > 0) log.warn({ failures }, "calls to the service fail");
      },
    },
  ];
}

const PROBLEM_TEXTS: Record<CheckComparison["problems"][number], string> = {
  deleted_at_service: "own webhook was deleted at the service: an admin repairs it on the page Webhooks",
  disabled_at_service: "own webhook is disabled at the service: an admin repairs it on the page Webhooks",
  other_address: "own webhook delivers to another address than RECEIVER_URL: an admin repairs it on the page Webhooks",
  missing_events: "own webhook lacks events: an admin repairs it on the page Webhooks",
};

/** Logs the problems that began, with their remedy, or ended since the last check. */
function logChanges(
  { before, problems, error_code, clock_wrong, clock_ahead }: CheckComparison,
  log: Pick<Log, "info" | "warn">,
): void {
  const warn = (text: string, facts: object = {}) => log.warn(facts, text);
  const info = (text: string) => log.info({}, text);
  for (const problem of problems) {
    if (!before.problems.includes(problem)) warn(PROBLEM_TEXTS[problem]);
  }
  if (before.problems.length > 0 && problems.length === 0) info("own webhook is healthy again");
  if (error_code === REFUSED_KEY && before.error_code !== error_code) {
    warn("the service refuses the API key: an admin enters another one on the page API keys, or sets SVC_API_KEY");
  }
  if (before.error_code === REFUSED_KEY && error_code !== REFUSED_KEY) info("the service takes the API key again");
  if (clock_wrong && !before.clock_wrong) {
    const facts = { seconds_ahead: Math.round(clock_ahead ?? 0) };
    warn("this machine's clock differs from the service's: synchronize it by NTP", facts);
  }
  if (before.clock_wrong && !clock_wrong) info("this machine's clock is right again");
}
