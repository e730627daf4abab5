import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { FactKind } from "#lib/core/contract/verifications/activity.ts";
import { liftErasure } from "#lib/core/server/erasure-log/erasure-log.ts";
import {
  blocked,
  erased,
  isBlocked,
  isErased,
  markOf,
  notBlocked,
  notErased,
} from "#lib/core/server/inbox/erasure-marks.ts";
import { storeSnapshot } from "#lib/core/server/inbox/store-snapshot.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import type { Reading, ServiceClient } from "#lib/core/server/service/client.ts";
import { comparable, redact } from "#lib/core/server/service/redact.ts";
import { paused, ServiceError, unreadable } from "#lib/core/server/service/service-error.ts";
import { createErrorLedger } from "#lib/core/server/service-calls/client.ts";
import { reportCall, takeCall, takeTurn } from "#lib/core/server/service-calls/take-call.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** Within this time all callers in all processes share one read of a verification (design §5). */
const COALESCED_SECONDS = 10;

/** How long a user waits for a call of the service (design §5). */
export const USER_DEADLINE_MS = 5_000;

export type ReadInput = {
  verification_id: string;
  subject: SnapshotSubject;
  /** The waiting user; null for a background read, which has a lower priority. */
  userId: string | null;
  /** By default `USER_DEADLINE_MS`. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** The user who imports the verification; only an import lifts an erasure. */
  importedBy?: Actor;
};

export type ReadOutcome =
  | { outcome: "read"; read_at: Instant }
  /** Another call is reading the verification or has just read it. */
  | { outcome: "coalesced" }
  | { outcome: "failed"; error: CotejoError };

type Reader = Pick<ServiceClient, "readVerification" | "readPeople">;

const CLAIM = `
  INSERT INTO verification_reads (verification_id, subject, started_at)
  SELECT $1::text, $2::text, now() WHERE ($3 OR ${notErased("$4")}) AND ${notBlocked("$4")}
  ON CONFLICT (verification_id, subject) DO UPDATE SET started_at = now()
  WHERE COALESCE(GREATEST(verification_reads.started_at, verification_reads.succeeded_at), '-infinity')
    < now() - interval '${COALESCED_SECONDS} seconds'
  RETURNING started_at`;

/** `turned`: the read ends a failure (here), or begins one (`FAILED`). */
const SUCCEEDED = `
  UPDATE verification_reads AS read SET started_at = NULL, succeeded_at = now(), body_hash = $3,
    failed_at = NULL, failing_since = NULL, error_code = NULL, error_status = NULL
  FROM (SELECT failing_since FROM verification_reads WHERE verification_id = $1 AND subject = $2) AS before
  WHERE read.verification_id = $1 AND read.subject = $2 RETURNING before.failing_since IS NOT NULL AS turned`;

/** Only while the claim is ours: another read may have taken it over after `COALESCED_SECONDS`. */
const FAILED = `
  UPDATE verification_reads SET started_at = NULL, failed_at = now(), failing_since = COALESCE(failing_since, now()),
    error_code = $4, error_status = $5
  WHERE verification_id = $1 AND subject = $2 AND started_at = $3 RETURNING failing_since = failed_at AS turned`;

const RELEASE = `
  UPDATE verification_reads SET started_at = NULL WHERE verification_id = $1 AND subject = $2 AND started_at = $3`;

/** Deletes the row of an id that is unknown here and was never read. */
const DELETE_UNKNOWN = `
  DELETE FROM verification_reads WHERE verification_id = $1 AND subject = $2 AND started_at IS NULL
    AND succeeded_at IS NULL
    AND NOT EXISTS (SELECT FROM verification_summaries AS known WHERE known.verification_id = $1)`;

/** The call was not sent, or its caller aborted it, so it is no failure of the service. */
class NotCalled extends Error {
  readonly reason: CotejoError;
  constructor(reason: CotejoError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Reads a verification or its people from the service and stores the answer in the inbox. Failures of the service are
 * returned, not thrown, and recorded, so that pages can show since when they are outdated. Not recorded are failures
 * that do not concern the verification: a background read that was not sent, an aborted read, and a user with too many
 * calls in progress.
 */
export async function readVerification(connection: Pooled, client: Reader, input: ReadInput): Promise<ReadOutcome> {
  const { pool } = connection;
  const key = [input.verification_id, input.subject];
  const imported = input.importedBy !== undefined;
  const mark = await markOf(pool, input.verification_id);
  const claim = (await pool.query<{ started_at: Instant }>(CLAIM, [...key, imported, mark])).rows[0]?.started_at;
  if (claim === undefined) {
    const refused = await refusalOf(pool, input.verification_id);
    return refused && !(imported && refused.code === "ERASED")
      ? { outcome: "failed", error: refused }
      : { outcome: "coalesced" };
  }
  try {
    const reading = await callService(connection, client, input);
    return { outcome: "read", read_at: await record(connection, input, reading) };
  } catch (error) {
    const notCalled = error instanceof NotCalled ? error.reason : (ownLimit(error) ?? notSent(error, input));
    if (notCalled) {
      await pool.query(RELEASE, [...key, claim]);
      await pool.query(DELETE_UNKNOWN, key);
      return { outcome: "failed", error: notCalled };
    }
    if (!(error instanceof CotejoError)) {
      await pool.query(FAILED, [...key, claim, "INTERNAL_SERVER_ERROR", null]).catch(() => undefined);
      throw error;
    }
    if (isFault(error)) await reportCall(connection, "faulty");
    const status = error instanceof ServiceError ? error.serviceStatus : null;
    await notifyTurned(pool, input, await pool.query(FAILED, [...key, claim, error.code, status]));
    if (!error.code.startsWith("SERVICE_") || imported) await pool.query(DELETE_UNKNOWN, key);
    return { outcome: "failed", error };
  }
}

/**
 * Reads the people of a verification, even after a recent read, and returns the unredacted answer, for callers that
 * need a valid address of a file. The stored answer is redacted. Throws CotejoError.
 */
export async function readPeopleNow(
  connection: Pooled,
  client: Reader,
  request: Pick<ReadInput, "verification_id" | "deadlineMs" | "userId">,
): Promise<unknown> {
  const { verification_id } = request;
  const input = { ...request, subject: "people" } as const;
  const refused = await refusalOf(connection.pool, verification_id);
  if (refused) throw refused;
  const reading = await callService(connection, client, input);
  await record(connection, input, reading);
  return reading.body;
}

/** The error for a verification that is blocked here or was erased; null for others. */
async function refusalOf(client: Client, verification_id: string): Promise<CotejoError | null> {
  if (await isBlocked(client, verification_id)) return blocked();
  return (await isErased(client, verification_id)) ? erased() : null;
}

async function callService(connection: Pooled, client: Reader, input: ReadInput): Promise<Reading> {
  const { verification_id, subject, deadlineMs = USER_DEADLINE_MS, signal } = input;
  const endTurn = await begin(connection, input);
  const read = subject === "people" ? client.readPeople : client.readVerification;
  try {
    const reading = await read(verification_id, { deadlineMs, ...(signal ? { signal } : {}) });
    await reportCall(connection, "answered");
    return reading;
  } catch (error) {
    if (signal?.aborted && error instanceof CotejoError) throw new NotCalled(error);
    throw error;
  } finally {
    endTurn();
  }
}

/** Waits for a user's turn; throws NotCalled if a background call has to wait. Returns a function that ends the turn. */
async function begin(connection: Pooled, { userId }: ReadInput): Promise<() => void> {
  if (userId !== null) return takeTurn(connection, userId);
  const wait = await takeCall(connection, "background");
  if (wait > 0) throw new NotCalled(paused(wait));
  return () => undefined;
}

/** An error of the user's own limit of calls. */
const ownLimit = (error: unknown): CotejoError | null =>
  error instanceof CotejoError && error.code === "TOO_MANY_REQUESTS" ? error : null;

/** The error of a background read that was not sent, because of our circuit breaker or a missing key. */
const notSent = (error: unknown, { userId }: ReadInput): CotejoError | null =>
  userId === null &&
  error instanceof CotejoError &&
  (error.code === "SERVICE_PAUSED" || error.code === "SERVICE_UNAUTHORIZED") &&
  !(error instanceof ServiceError && error.serviceStatus !== null)
    ? error
    : null;

/** Notifies open pages when reads begin or cease to fail: an equal answer or a failure sends no other notification. */
async function notifyTurned(
  client: Client,
  input: ReadInput,
  { rows }: { rows: { turned: boolean }[] },
): Promise<void> {
  if (!rows[0]?.turned) return;
  const kinds = new Set<FactKind>(input.subject === "people" ? ["people", "snapshot"] : ["snapshot"]);
  await notifyChanged(client, new Map([[input.verification_id, kinds]]));
}

const isFault = (error: CotejoError): boolean =>
  ["SERVICE_ERROR", "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT"].includes(error.code);

/** Tolerance: `Date` counts whole seconds, and the comparison of the clocks includes the duration of a call. */
const CLOCK_TOLERANCE_MS = 2_000;

const CLOCK_AHEAD = "SELECT clock_ahead FROM connection_checks WHERE clock_ahead IS NOT NULL";

/**
 * The beginning of a read, in milliseconds, which orders it among other reads. A time in the future would make the read
 * the newest until then, so it is limited to our clock, or to the service's clock if the last check saw it ahead of
 * ours. A later `Date` is recorded as a failure of the service.
 */
async function orderedAt(connection: Pooled, subject: SnapshotSubject, { began_at_ms }: Reading): Promise<number> {
  const ours = Date.now() + CLOCK_TOLERANCE_MS;
  if (began_at_ms <= ours) return began_at_ms;
  const { rows } = await connection.pool.query<{ clock_ahead: number }>(CLOCK_AHEAD);
  const latest = Math.floor(ours + Math.max(0, -(rows[0]?.clock_ahead ?? 0)) * 1_000);
  if (began_at_ms <= latest) return began_at_ms;
  const operation = subject === "people" ? "GET /v2/verifications/:id/people" : "GET /verifications/:id";
  createErrorLedger(connection)(operation, unreadable("its Date is ahead of every clock", 200));
  return latest;
}

async function record(connection: Pooled, input: ReadInput, reading: Reading): Promise<Instant> {
  const { pool } = connection;
  const { verification_id, subject } = input;
  const read_at = instantFromMs(await orderedAt(connection, subject, reading));
  const body = redact(reading.body);
  await inTransaction(pool, async (client) => {
    if (input.importedBy) await liftErasure(client, verification_id, input.importedBy);
    const { body_hash } = await storeSnapshot(client, {
      verification_id,
      subject,
      read_at,
      body,
      compared_by: comparable(body),
    });
    await notifyTurned(client, input, await client.query(SUCCEEDED, [verification_id, subject, body_hash]));
  });
  return read_at;
}
