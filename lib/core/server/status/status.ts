import { setTimeout as delay } from "node:timers/promises";
import { RECEPTION_PROBLEMS } from "#lib/core/contract/connection.ts";
import {
  HIGHEST_PER_SECOND,
  LONGEST_PAUSE_SECONDS,
  type ServiceFailure,
  type SystemStatus,
  type WebhookFault,
} from "#lib/core/contract/status.ts";
import { DOWN_AFTER_SECONDS } from "#lib/core/server/outages/heartbeat.ts";
import { KNOWN_OUTAGES } from "#lib/core/server/outages/known-outages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { type Client, database, findRow, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { TIME_ZONE_OF_POLICY } from "#lib/platform/server/db/time-zone.ts";
import { getBackupStatus } from "./backups.ts";
import { readCapacity } from "./capacity.ts";
import { getInboxState } from "./inbox.ts";
import { listInstances } from "./instances.ts";
import { storageState } from "./storage.ts";

/** A creation of the webhook that takes longer has died. */
const MAX_CREATION_TIME = "interval '5 minutes'";

/** Failures within this time count as current. */
const RECENT = "interval '15 minutes'";

const MAX_COUNTED = 10_000;

type StatusRow = {
  succeeded_at: Instant | null;
  failed_at: Instant | null;
  error_code: string | null;
  failing_since: Instant | null;
  ever_accepted: boolean;
  last_event_at: Instant | null;
  last_event_state: string | null;
  receiver_state: "creating" | "connected" | null;
  creating: boolean | null;
  receiver_since: Instant | null;
  beat_at: Instant | null;
  beating: boolean;
  webhook_since: Instant | null;
  refused_since: Instant | null;
  silent_since: Instant | null;
  checked_at: Instant | null;
  problems: WebhookFault[] | null;
  clock_ahead: number | null;
  clock_wrong_since: Instant | null;
  waiting: number;
  per_second: number | null;
  paused_until: Instant | null;
  key_refused_at: Instant | null;
  restored_from: Instant | null;
  time_zone: string;
};

/** The answer of `/api/status`. `everyHours` is the interval of backups, null without a schedule. */
export async function getSystemStatus(
  { pool }: Pooled = database(),
  everyHours: number | null = env().BACKUP_EVERY ?? null,
): Promise<SystemStatus> {
  const recorded = inTransaction(pool, async (tx) => ({
    ...(await readRecordedStatus(tx, everyHours)),
    instances: await listInstances(tx),
  }));
  const [status, storage, capacity] = await Promise.all([recorded, storageState(pool), readCapacity({ pool })]);
  return { ...status, storage, capacity };
}

/** The status by rows alone, without measurements of the database's server and disks. */
export type RecordedStatus = Omit<SystemStatus, "instances" | "storage" | "capacity">;

/** Reads the status that alerts need too, in the caller's transaction. */
export async function readRecordedStatus(
  tx: Client,
  everyHours: number | null = env().BACKUP_EVERY ?? null,
): Promise<RecordedStatus> {
  const row = await findRow<StatusRow>(tx, STATUS, [DOWN_AFTER_SECONDS]);
  if (!row) throw new Error("the status query returned no row");
  return {
    service: {
      ...serviceState(row),
      restored_from: row.restored_from,
      ever_accepted: row.ever_accepted,
      failures: await listFailures(tx),
    },
    reads: { waiting: row.waiting, per_second: row.per_second ?? HIGHEST_PER_SECOND, paused_until: row.paused_until },
    clock: clockState(row),
    receiver: { ...receiverState(row), checked_at: row.checked_at },
    inbox: await getInboxState(tx),
    last_event_at: row.last_event_at,
    last_event_understood: understood(row.last_event_state),
    time_zone: row.time_zone,
    version: VERSION,
    sandbox: env().sandbox,
    backup: await getBackupStatus(everyHours, tx),
  };
}

/** The time of a current failure, without refusals of an earlier key. */
const FAILED = `CASE
  WHEN starts_with(error_code, 'SERVICE_') AND failed_at > now() - ${RECENT}
    AND (error_code <> 'SERVICE_UNAUTHORIZED' OR switched.at IS NULL OR failed_at >= switched.at)
  THEN failed_at END`;

const STATUS = `
    WITH switched AS (SELECT max(created_at) AS at FROM dashboard_keys WHERE state = 'current')
    SELECT read.*, receiver.state AS receiver_state, receiver.creating, receiver.since AS receiver_since, beat.beat_at,
       COALESCE(beat.beat_at > now() - make_interval(secs => $1), false) AS beating,
       goes_on.webhook_since, goes_on.refused_since, goes_on.silent_since,
       COALESCE(last.received_at, receiver.last_matched_at) AS last_event_at, last.state AS last_event_state,
       looked.succeeded_at AS checked_at, looked.problems, looked.clock_ahead, looked.clock_wrong_since,
       (SELECT count(*)::int FROM (SELECT FROM refresh_requests LIMIT ${MAX_COUNTED}) AS due) AS waiting,
       budget.per_second, budget.paused_until, budget.key_refused_at,
       CASE WHEN looked.succeeded_at > restored.restored_at THEN NULL ELSE restored.taken_at END AS restored_from,
       COALESCE(
         key.source <> 'environment' OR looked.succeeded_at > key.created_at
         OR EXISTS (SELECT FROM verification_reads WHERE succeeded_at > key.created_at), false
       ) AS ever_accepted,
       ${TIME_ZONE_OF_POLICY} AS time_zone
     FROM (
       SELECT max(succeeded_at) AS succeeded_at, max(failed_at) AS failed_at,
         (array_agg(error_code ORDER BY failed_at DESC NULLS LAST, error_code COLLATE "C"))[1] AS error_code,
         LEAST(min(failed_at), min(failing_since)) AS failing_since
       FROM (
         SELECT succeeded_at, error_code, NULL::timestamptz AS failing_since, ${FAILED} AS failed_at
         FROM verification_reads CROSS JOIN switched WHERE GREATEST(succeeded_at, failed_at) > now() - ${RECENT}
         UNION ALL
         -- failing_since: the first failure after the last success, of any age.
         SELECT succeeded_at, error_code, CASE WHEN ${FAILED} IS NOT NULL THEN failing_since END, ${FAILED}
         FROM connection_checks CROSS JOIN switched WHERE GREATEST(succeeded_at, failed_at) > now() - ${RECENT}
       ) AS recent
     ) AS read
     LEFT JOIN dashboard_keys AS key ON key.state = 'current'
     LEFT JOIN LATERAL (
       SELECT received_at, state FROM inbox WHERE kind = 'delivery' AND state <> 'blocked' ORDER BY received_at DESC LIMIT 1
     ) AS last ON true
     CROSS JOIN LATERAL (
       SELECT min(began_at) FILTER (WHERE cause = 'webhook') AS webhook_since,
         min(began_at) FILTER (WHERE cause = 'refused') AS refused_since,
         min(began_at) FILTER (WHERE cause = 'silence') AS silent_since
       FROM (${KNOWN_OUTAGES}) AS outage WHERE ended_at IS NULL
     ) AS goes_on
     LEFT JOIN LATERAL (
       SELECT state, COALESCE(creating_since > now() - ${MAX_CREATION_TIME}, false) AS creating,
         COALESCE(secret.stored_at, created_at) AS since, secret.last_matched_at
       FROM receivers CROSS JOIN LATERAL (
         -- After an erasure the last match still shows that deliveries have arrived.
         SELECT min(created_at) AS stored_at, max(last_matched_at) AS last_matched_at FROM receiver_secrets WHERE receiver_id = receivers.id
       ) AS secret
       WHERE state <> 'retired' ORDER BY (state = 'connected') DESC, created_at DESC, id COLLATE "C" LIMIT 1
     ) AS receiver ON true
     LEFT JOIN LATERAL (SELECT max(beat_at) AS beat_at FROM heartbeats WHERE process = 'receiver') AS beat ON true
     LEFT JOIN connection_checks AS looked ON true
     LEFT JOIN LATERAL (
       SELECT per_second, key_refused_at, CASE WHEN paused_until > now() AND paused_until <= now() + interval '${LONGEST_PAUSE_SECONDS} s' THEN paused_until END AS paused_until
       FROM service_budget
     ) AS budget ON true
     LEFT JOIN LATERAL (SELECT restored_at, taken_at FROM restores ORDER BY restored_at DESC LIMIT 1) AS restored ON true`;

const FAILURES = `
  SELECT operation, code, NULLIF(service_status, 0) AS service_status, times, since, last_at FROM service_errors
  WHERE last_at > now() - make_interval(secs => $1) ORDER BY last_at DESC, operation, code LIMIT 20`;

/** The failures of calls to the service within this time, the latest kinds first. */
export async function listFailures(client: Client, seconds = 24 * 3_600): Promise<ServiceFailure[]> {
  return (await client.query<ServiceFailure>(FAILURES, [seconds])).rows;
}

function clockState({ clock_ahead, clock_wrong_since }: StatusRow): SystemStatus["clock"] {
  if (clock_ahead === null) return { state: "unknown", ahead_seconds: null, since: null };
  const state = clock_wrong_since === null ? "ok" : "wrong";
  return { state, ahead_seconds: Math.round(clock_ahead), since: clock_wrong_since };
}

function serviceState(row: StatusRow): Pick<SystemStatus["service"], "state" | "since" | "code"> {
  // Calls are rare with a refused key, so no recent call is required.
  if (row.key_refused_at) return { state: "unauthorized", since: row.key_refused_at, code: "SERVICE_UNAUTHORIZED" };
  const failing = row.failed_at !== null && (row.succeeded_at === null || row.failed_at > row.succeeded_at);
  if (failing) {
    const state = row.error_code === "SERVICE_UNAUTHORIZED" ? "unauthorized" : "failing";
    return { state, since: row.failing_since, code: row.error_code };
  }
  return { state: row.succeeded_at ? "ok" : "unknown", since: row.succeeded_at, code: null };
}

/** From the current outages: each outage of `GET /api/outages` has its problem here, and the other way round. */
function receiverState(row: StatusRow): Omit<SystemStatus["receiver"], "checked_at"> {
  if (row.receiver_state !== "connected" && !row.creating) return { state: "missing", problems: [], since: null };
  const { webhook_since, refused_since, silent_since } = row;
  const known: SystemStatus["receiver"]["problems"] = [
    ...(webhook_since ? (row.problems ?? []) : []),
    ...(refused_since ? (["refused"] as const) : []),
    ...(silent_since ? (["silence"] as const) : []),
  ];
  const problems = RECEPTION_PROBLEMS.filter((problem) => known.includes(problem));
  if (!row.beating) return { state: "down", problems, since: row.beat_at };
  if (row.receiver_state !== "connected") return { state: "creating", problems: [], since: row.receiver_since };
  const [gravest] = problems;
  if (!gravest) return { state: "connected", problems: [], since: row.receiver_since };
  const since = gravest === "refused" ? refused_since : gravest === "silence" ? silent_since : webhook_since;
  return { state: "problem", problems, since };
}

/** Whether a delivery was understood as an event (a `failed` one was); null while it is `pending`. */
const understood = (state: string | null): boolean | null =>
  state === null || state === "pending" ? null : state !== "unrecognized";

const SILENT_AFTER_SECONDS = 30;
const TIMEOUT_MS = 3_000;
/** Lifetime of an answer, which all requests share, since anyone may send them. */
const CACHE_MS = 500;

type Readiness = {
  /** Whether the database answers and stores. */
  ready: boolean;
  /** Missing parts: `database`, `storage` (the database answers but cannot store), `receiver`, `worker`. */
  missing: string[];
};

/** Returns the check of readiness: whether pages can be served, and which parts are missing (design §9). It never rejects. */
export function createReadiness(connection: () => Pooled = database): () => Promise<Readiness> {
  let current: Promise<Readiness> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!current || performance.now() - begunAt > CACHE_MS) {
      begunAt = performance.now();
      current = checkReadiness(connection());
    }
    return current;
  };
}

const WITHOUT_DATABASE: Readiness = { ready: false, missing: ["database"] };
const WITHOUT_STORAGE: Readiness = { ready: false, missing: ["storage"] };

async function checkReadiness({ pool }: Pooled): Promise<Readiness> {
  const beats = pool.query<{ process: string }>(
    "SELECT process FROM heartbeats WHERE beat_at > now() - make_interval(secs => $1) GROUP BY process",
    [SILENT_AFTER_SECONDS],
  );
  const answer = beats.then(
    async ({ rows }) => {
      if ((await storageState(pool)) !== "ok") return WITHOUT_STORAGE;
      const alive = new Set(rows.map((row) => row.process));
      return { ready: true, missing: ["receiver", "worker"].filter((name) => !alive.has(name)) };
    },
    () => WITHOUT_DATABASE,
  );
  return Promise.race([answer, delay(TIMEOUT_MS, WITHOUT_DATABASE, { ref: false })]);
}
