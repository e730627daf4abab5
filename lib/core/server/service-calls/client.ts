import type { ServiceFailure } from "#lib/core/contract/status.ts";
import { createServiceClient, type ServiceClient } from "#lib/core/server/service/client.ts";
import type { ServiceError } from "#lib/core/server/service/service-error.ts";
import { createKeySource } from "#lib/core/server/vault/dashboard-keys.ts";
import { supplied } from "#lib/platform/server/base/env.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { reportCall, reportKeyAccepted, reportKeyRefused } from "./take-call.ts";

// On `globalThis`, since hot reload evaluates modules again and the circuit breaker must be kept.
const shared = globalThis as { cotejoServiceClients?: WeakMap<Database["pool"], ServiceClient> };

/** This process's client of the service, with the current key of the vault in this database. */
export function serviceClient(connection: Pooled = database()): ServiceClient {
  shared.cotejoServiceClients ??= new WeakMap();
  const client =
    shared.cotejoServiceClients.get(connection.pool) ??
    createServiceClient({
      baseUrl: supplied("SVC_BASE_URL"),
      getKey: createKeySource(connection),
      onFailure: createErrorLedger(connection),
      // Pauses apply to all processes; a failed record does not fail the call.
      onTooMany: (retryAfter) => void reportCall(connection, "too_many", retryAfter).catch(() => undefined),
      onKeyRefused: (apiKey) => reportKeyRefused(connection, apiKey).catch(() => undefined),
      onKeyAccepted: () => void acceptKey(connection).catch(() => undefined),
    });
  shared.cotejoServiceClients.set(connection.pool, client);
  return client;
}

/** Clears the refusal that the last check stored, and makes the next check due, which logs the end of the refusal. */
const REFUSAL_OVER = `
  UPDATE connection_checks SET due_at = now(),
    failed_at = CASE WHEN error_code <> 'SERVICE_UNAUTHORIZED' THEN failed_at END,
    failing_since = CASE WHEN error_code <> 'SERVICE_UNAUTHORIZED' THEN failing_since END`;

/** Ends a refusal of the key, if there was one, so that pages and log report the accepted key at once. */
async function acceptKey({ pool }: Pooled): Promise<void> {
  if (await reportKeyAccepted({ pool })) await pool.query(REFUSAL_OVER);
}

/** Failures are collected for this time and written together: an outage makes hundreds of a kind. */
const WRITE_AFTER_MS = 1_000;

/** A failure after an hour without one starts a new count. */
const RECORD = `
  INSERT INTO service_errors (operation, code, service_status, times)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[])
  ON CONFLICT (operation, code, service_status) DO UPDATE SET last_at = now(),
    since = CASE WHEN service_errors.last_at < now() - interval '1 hour' THEN now() ELSE service_errors.since END,
    times = CASE WHEN service_errors.last_at < now() - interval '1 hour' THEN 0 ELSE service_errors.times END + excluded.times`;

const DELETE_OLD = "DELETE FROM service_errors WHERE last_at < now() - interval '30 days'";

/** Makes the check of webhook and key due now, but at the earliest 15 seconds after the last check. */
export const CHECK_CONNECTION_NOW = `
  UPDATE connection_checks SET due_at = GREATEST(now(), checked_at + interval '15 seconds')
  WHERE due_at > GREATEST(now(), checked_at + interval '15 seconds')`;

type Failure = Pick<ServiceFailure, "operation" | "code"> & { service_status: number; times: number };

/**
 * Returns a function that records failures of calls to the service, for the log and the pages. A wrong request or an
 * unsent call is no failure of the service. A refused key makes the worker's check due.
 */
export function createErrorLedger(
  connection: Pooled,
): (operation: string, error: Pick<ServiceError, "code" | "serviceStatus">) => void {
  const failures = new Map<string, Failure>();
  let scheduled = false;

  const write = async () => {
    scheduled = false;
    const rows = [...failures.values()];
    failures.clear();
    const column = <Key extends keyof Failure>(key: Key) => rows.map((row) => row[key]);
    try {
      const values = [column("operation"), column("code"), column("service_status"), column("times")];
      await connection.pool.query(RECORD, values);
      await connection.pool.query(DELETE_OLD);
      if (rows.some(({ code }) => code === "SERVICE_UNAUTHORIZED")) await connection.pool.query(CHECK_CONNECTION_NOW);
    } catch {
      // Without the database the calling code fails too, and reports it.
    }
  };

  return (operation, { code, serviceStatus }) => {
    if (!isOfService(code, serviceStatus)) return;
    const key = `${operation} ${code} ${serviceStatus}`;
    const failure = failures.get(key) ?? { operation, code, service_status: serviceStatus ?? 0, times: 0 };
    failure.times += 1;
    failures.set(key, failure);
    if (!scheduled) setTimeout(write, WRITE_AFTER_MS).unref();
    scheduled = true;
  };
}

/** SERVICE_PAUSED is a failure of the service only as an answer 429; without a status the call was not sent. */
const isOfService = (code: string, serviceStatus: number | null): boolean =>
  code === "OUTCOME_UNKNOWN" || (code.startsWith("SERVICE_") && (code !== "SERVICE_PAUSED" || serviceStatus !== null));
