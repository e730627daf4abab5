import type { ServiceFailure } from "#lib/contract/status.ts";
import { supplied } from "#lib/server/base/env.ts";
import { type Database, database, type Pooled } from "#lib/server/db/database.ts";
import { createServiceClient, type ServiceClient } from "#lib/server/service/client.ts";
import type { ServiceError } from "#lib/server/service/service-error.ts";
import { createKeySource } from "#lib/server/vault/dashboard-keys.ts";
import { reportCall, reportKeyAccepted, reportKeyRefused } from "./take-call.ts";

// Hot reload evaluates modules again; the circuit breaker must outlive them.
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

/** Clears the refusal found by the last check at once; the log line follows with the next check. */
const REFUSAL_OVER = `
  UPDATE connection_checks SET due_at = now(),
    failed_at = CASE WHEN error_code <> 'SERVICE_UNAUTHORIZED' THEN failed_at END,
    failing_since = CASE WHEN error_code <> 'SERVICE_UNAUTHORIZED' THEN failing_since END`;

/** Pages and log have to report the accepted key at once. */
async function acceptKey({ pool }: Pooled): Promise<void> {
  if (await reportKeyAccepted({ pool })) await pool.query(REFUSAL_OVER);
}

/** Failures are written down together, this long after the first: an outage makes hundreds of one kind. */
const WRITE_AFTER_MS = 1_000;

/** After an hour without it a failure starts again. */
const NOTE = `
  INSERT INTO service_errors (operation, code, service_status, times)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[])
  ON CONFLICT (operation, code, service_status) DO UPDATE SET last_at = now(),
    since = CASE WHEN service_errors.last_at < now() - interval '1 hour' THEN now() ELSE service_errors.since END,
    times = CASE WHEN service_errors.last_at < now() - interval '1 hour' THEN 0 ELSE service_errors.times END + excluded.times`;

const FORGET = "DELETE FROM service_errors WHERE last_at < now() - interval '30 days'";

/** Makes the check of webhook and key due now, or 15 seconds after the last one, which may have been before the change. */
export const CHECK_NOW = `
  UPDATE connection_checks SET due_at = GREATEST(now(), checked_at + interval '15 seconds')
  WHERE due_at > GREATEST(now(), checked_at + interval '15 seconds')`;

type Failure = Pick<ServiceFailure, "operation" | "code"> & { service_status: number; times: number };

/**
 * A function that notes what calls to the service fail at, for the log and the pages. A wrong request, or a call that was
 * never made, is no failure of the service. A refused key makes the worker look at once.
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
      await connection.pool.query(NOTE, values);
      await connection.pool.query(FORGET);
      if (rows.some(({ code }) => code === "SERVICE_UNAUTHORIZED")) await connection.pool.query(CHECK_NOW);
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

/** A call that was put off here was not answered by the service, unless with 429. */
const isOfService = (code: string, serviceStatus: number | null): boolean =>
  code === "OUTCOME_UNKNOWN" || (code.startsWith("SERVICE_") && (code !== "SERVICE_PAUSED" || serviceStatus !== null));
