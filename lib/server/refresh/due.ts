import type { SnapshotSubject } from "#lib/contract/events/snapshot.ts";
import type { CotejoError } from "#lib/server/base/errors.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { isKeyRefused } from "#lib/server/service-calls/take-call.ts";
import { readVerification } from "./read-verification.ts";

const AT_ONCE = 4;
const DEADLINE_MS = 10_000;

/** A claimed request comes back after this long if its worker dies. */
const LEASE_SECONDS = 60;

/**
 * Failures in a row after which a request is given up: about four days of them. Nothing requests again a finished
 * verification, so an outage of the service must not outlast our patience.
 */
const MAX_ATTEMPTS = 200;

/** Refusals that are final (interface, Errors); a lagging replica may answer them for a moment. */
const FINAL = new Set(["NOT_FOUND", "VALIDATION_ERROR", "BAD_REQUEST"]);
const MAX_FINAL_ATTEMPTS = 3;

type Due = { verification_id: string; subject: SnapshotSubject; attempts: number; claimed_at: string };

const CLAIM = `
  UPDATE refresh_requests AS request SET due_at = now() + interval '${LEASE_SECONDS} seconds'
  FROM (
    SELECT verification_id, subject FROM refresh_requests WHERE due_at <= now()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE request.verification_id = due.verification_id AND request.subject = due.subject
  RETURNING request.verification_id, request.subject, request.attempts, now() AS claimed_at`;

/** A request repeated during the read stays: its cause may be newer than the read. */
const DONE = `DELETE FROM refresh_requests WHERE verification_id = $1 AND subject = $2 AND requested_at <= $3`;

const POSTPONE = `
  UPDATE refresh_requests SET due_at = now() + make_interval(secs => $3), attempts = attempts + $4
  WHERE verification_id = $1 AND subject = $2`;

/** Delay until a newly stored first key is used. */
const WITHOUT_KEY_SECONDS = 5;

/** Full jitter over a doubling span, from seconds to an hour. */
const backoffSeconds = (attempts: number): number => 1 + Math.random() * Math.min(3600, 5 * 2 ** attempts);

/**
 * Makes the due reads (design §5), a few at once, until none is left or the budget has no more for background work. Any
 * number of workers may run it: each request is claimed by one.
 */
export async function runDueReads(
  connection: Pooled,
  client: Pick<ServiceClient, "readVerification" | "readPeople">,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = connection;
  // Claimed, they would wait out their lease after the key is accepted again.
  while (!signal.aborted && !(await isKeyRefused(connection))) {
    const { rows } = await pool.query<Due>(CLAIM, [AT_ONCE]);
    if (rows.length === 0) return;
    const outcomes = await Promise.all(rows.map((due) => readOne(connection, client, due, signal)));
    if (outcomes.includes("paused")) return;
  }
}

/** Zero if the service refuses the key: that ends for all requests at once, at any moment. */
async function pauseSeconds(connection: Pooled, error: CotejoError): Promise<number> {
  if (await isKeyRefused(connection)) return 0;
  if (error.code === "SERVICE_PAUSED") return Math.min(error.retryAfter ?? 0, LEASE_SECONDS) + Math.random();
  // A key refused then but not now has been replaced: retry at once. Without an answer there is no usable key.
  return error instanceof ServiceError && error.serviceStatus !== null ? 0 : WITHOUT_KEY_SECONDS;
}

async function readOne(
  connection: Pooled,
  client: Pick<ServiceClient, "readVerification" | "readPeople">,
  { verification_id, subject, attempts, claimed_at }: Due,
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
    // The other read may have begun before the requested change: retry once it is no longer fresh.
    await pool.query(POSTPONE, [...key, 11, 0]);
    return "later";
  }
  if (result.outcome === "failed") {
    if (signal.aborted) {
      await pool.query(POSTPONE, [...key, 0, 0]);
      return "later";
    }
    if (result.error.code === "SERVICE_PAUSED" || result.error.code === "SERVICE_UNAUTHORIZED") {
      // No failure of this request, so it does not count as an attempt.
      await pool.query(POSTPONE, [...key, await pauseSeconds(connection, result.error), 0]);
      return "paused";
    }
    if (attempts + 1 < (FINAL.has(result.error.code) ? MAX_FINAL_ATTEMPTS : MAX_ATTEMPTS)) {
      await pool.query(POSTPONE, [...key, backoffSeconds(attempts), 1]);
      return "later";
    }
  }
  await pool.query(DONE, [...key, claimed_at]);
  return "done";
}
