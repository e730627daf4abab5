import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { isKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import type { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { readVerification } from "./read-verification.ts";

const CONCURRENCY = 4;
const DEADLINE_MS = 10_000;

/** A claimed request is due again after this time if its worker dies. */
const LEASE_SECONDS = 60;

/**
 * Number of failures in a row after which a request is deleted, about four days. It must exceed any outage of the
 * service: no later request follows for a finished verification.
 */
const MAX_ATTEMPTS = 200;

/** Final refusals (interface, Errors). A lagging replica may answer so for a moment, hence a few attempts. */
const FINAL_CODES = new Set(["NOT_FOUND", "VALIDATION_ERROR", "BAD_REQUEST"]);
const MAX_FINAL_ATTEMPTS = 3;

/** With a refused key no read is due. */
export const READS_DUE = `
  SELECT min(due_at) FROM refresh_requests WHERE NOT EXISTS (SELECT FROM service_budget WHERE key_refused_at IS NOT NULL)`;

type DueRead = { verification_id: string; subject: SnapshotSubject; attempts: number; claimed_at: string };

const CLAIM = `
  UPDATE refresh_requests AS request SET due_at = now() + interval '${LEASE_SECONDS} seconds'
  FROM (
    SELECT verification_id, subject FROM refresh_requests WHERE due_at <= now()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE request.verification_id = due.verification_id AND request.subject = due.subject
  RETURNING request.verification_id, request.subject, request.attempts, now() AS claimed_at`;

/** Keeps a request that was repeated during the read, since its cause may be newer than the read. */
const DONE = `DELETE FROM refresh_requests WHERE verification_id = $1 AND subject = $2 AND requested_at <= $3`;

const POSTPONE = `
  UPDATE refresh_requests SET due_at = now() + make_interval(secs => $3), attempts = attempts + $4
  WHERE verification_id = $1 AND subject = $2`;

/** Delay of due reads while no key is stored. */
const WITHOUT_KEY_SECONDS = 5;

/** Full jitter over a doubling interval, from seconds to an hour. */
const backoffSeconds = (attempts: number): number => 1 + Math.random() * Math.min(3600, 5 * 2 ** attempts);

/**
 * Makes the due reads (design §5), a few concurrently, until none is left or the budget has no call for background
 * work. Safe in any number of workers: each request is claimed by one.
 */
export async function runDueReads(
  connection: Pooled,
  client: Pick<ServiceClient, "readVerification" | "readPeople">,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = connection;
  // With a refused key no request is claimed: it would wait for the end of its lease after a key is accepted again.
  while (!signal.aborted && !(await isKeyRefused(connection))) {
    const { rows } = await pool.query<DueRead>(CLAIM, [CONCURRENCY]);
    if (rows.length === 0) return;
    const outcomes = await Promise.all(rows.map((due) => readOne(connection, client, due, signal)));
    if (outcomes.includes("paused")) return;
  }
}

/** Seconds until the next attempt; 0 while the service refuses the key, so that all requests are due when the refusal ends. */
async function pauseSeconds(connection: Pooled, error: CotejoError): Promise<number> {
  if (await isKeyRefused(connection)) return 0;
  if (error.code === "SERVICE_PAUSED") return Math.min(error.retryAfter ?? 0, LEASE_SECONDS) + Math.random();
  // A 401 though the key is not refused now: the key has been replaced, so retry at once. Without an answer there is no
  // usable key.
  return error instanceof ServiceError && error.serviceStatus !== null ? 0 : WITHOUT_KEY_SECONDS;
}

async function readOne(
  connection: Pooled,
  client: Pick<ServiceClient, "readVerification" | "readPeople">,
  { verification_id, subject, attempts, claimed_at }: DueRead,
  signal: AbortSignal,
): Promise<"done" | "later" | "paused"> {
  const { pool } = connection;
  const result = await readVerification(connection, client, {
    verification_id,
    subject,
    userId: null,
    deadlineMs: DEADLINE_MS,
    signal,
  });
  const key = [verification_id, subject];
  if (result.outcome === "coalesced") {
    // The other read may have begun before the change that caused this request: retry after its 10 seconds (design §5).
    await pool.query(POSTPONE, [...key, 11, 0]);
    return "later";
  }
  if (result.outcome === "failed") {
    if (signal.aborted) {
      await pool.query(POSTPONE, [...key, 0, 0]);
      return "later";
    }
    if (result.error.code === "SERVICE_PAUSED" || result.error.code === "SERVICE_UNAUTHORIZED") {
      // Not a failure of this verification, so not counted as an attempt.
      await pool.query(POSTPONE, [...key, await pauseSeconds(connection, result.error), 0]);
      return "paused";
    }
    if (attempts + 1 < (FINAL_CODES.has(result.error.code) ? MAX_FINAL_ATTEMPTS : MAX_ATTEMPTS)) {
      await pool.query(POSTPONE, [...key, backoffSeconds(attempts), 1]);
      return "later";
    }
  }
  await pool.query(DONE, [...key, claimed_at]);
  return "done";
}
