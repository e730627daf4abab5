import type { SystemStatus } from "#lib/contract/status.ts";
import type { Instant } from "#lib/contract/time.ts";
import { type Database, database } from "#lib/server/db/database.ts";

/** A receiver that has not beaten for this long takes no deliveries. */
const DOWN_AFTER_SECONDS = 30;

/** An attempt to make the webhook that has not ended by now has died. */
const CREATED_WITHIN = "interval '5 minutes'";

/** Only trouble of the last quarter of an hour is trouble now. */
const RECENT = "interval '15 minutes'";

type Row = {
  succeeded_at: Instant | null;
  failed_at: Instant | null;
  error_code: string | null;
  failing_since: Instant | null;
  last_event_at: Instant | null;
  receiver_state: "creating" | "connected" | null;
  creating: boolean | null;
  receiver_since: Instant | null;
  beat_at: Instant | null;
  beating: boolean;
  silent_since: Instant | null;
};

/**
 * What `/api/status` tells, but for whether this is the sandbox: how the last calls to the service went, whether our
 * webhook exists and somebody takes its deliveries, and when the newest one came.
 */
export async function getSystemStatus(
  { pool }: Pick<Database, "pool"> = database(),
): Promise<Omit<SystemStatus, "sandbox">> {
  const { rows } = await pool.query<Row>(
    `SELECT read.*, receiver.state AS receiver_state, receiver.creating, receiver.created_at AS receiver_since, beat.beat_at,
       COALESCE(beat.beat_at > now() - make_interval(secs => $1), false) AS beating,
       (SELECT began_at FROM outages WHERE ended_at IS NULL ORDER BY began_at LIMIT 1) AS silent_since,
       (SELECT received_at FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1) AS last_event_at
     FROM (
       SELECT max(succeeded_at) AS succeeded_at, max(failed_at) AS failed_at,
         (array_agg(error_code ORDER BY failed_at DESC NULLS LAST, error_code COLLATE "C"))[1] AS error_code, min(failed_at) AS failing_since
       FROM (
         SELECT succeeded_at, error_code,
           CASE WHEN starts_with(error_code, 'SERVICE_') AND failed_at > now() - ${RECENT} THEN failed_at END AS failed_at
         FROM verification_reads WHERE GREATEST(succeeded_at, failed_at) > now() - ${RECENT}
       ) AS recent
     ) AS read
     LEFT JOIN LATERAL (
       SELECT state, created_at, COALESCE(creating_since > now() - ${CREATED_WITHIN}, false) AS creating FROM receivers WHERE state <> 'retired'
       ORDER BY (state = 'connected') DESC, created_at DESC, id COLLATE "C" LIMIT 1
     ) AS receiver ON true
     LEFT JOIN LATERAL (SELECT max(beat_at) AS beat_at FROM heartbeats WHERE process = 'receiver') AS beat ON true`,
    [DOWN_AFTER_SECONDS],
  );
  const [row] = rows;
  if (!row) throw new Error("the status query always answers one row");
  return { service: serviceState(row), receiver: receiverState(row), last_event_at: row.last_event_at };
}

function serviceState(row: Row): SystemStatus["service"] {
  const failing = row.failed_at !== null && (row.succeeded_at === null || row.failed_at > row.succeeded_at);
  if (failing) {
    const state = row.error_code === "SERVICE_UNAUTHORIZED" ? "unauthorized" : "failing";
    return { state, since: row.failing_since, code: row.error_code };
  }
  return { state: row.succeeded_at ? "ok" : "unknown", since: row.succeeded_at, code: null };
}

function receiverState(row: Row): SystemStatus["receiver"] {
  if (row.receiver_state !== "connected" && !row.creating) return { state: "missing", problems: [], since: null };
  if (!row.beating) return { state: "down", problems: [], since: row.beat_at };
  if (row.receiver_state !== "connected") return { state: "creating", problems: [], since: row.receiver_since };
  if (row.silent_since) return { state: "problem", problems: ["silence"], since: row.silent_since };
  return { state: "connected", problems: [], since: row.receiver_since };
}
