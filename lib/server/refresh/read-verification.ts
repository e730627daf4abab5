import { type Instant, instantFromMs } from "#lib/contract/time.ts";
import { type Database, inTransaction } from "#lib/server/db/database.ts";
import type { SnapshotSubject } from "#lib/server/db/schema/inbox.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { storeSnapshot } from "#lib/server/inbox/store-snapshot.ts";
import type { Reading, ServiceClient } from "#lib/server/service/client.ts";
import { paused, ServiceError } from "#lib/server/service/service-error.ts";
import { type Priority, reportCall, takeCall } from "./budget.ts";
import { redact } from "./redact.ts";

/** Within this time one reading of a verification serves everybody, whichever process made it (design §5). */
const COALESCED_SECONDS = 10;

export type ReadInput = {
  verification_id: string;
  subject: SnapshotSubject;
  priority: Priority;
  deadlineMs: number;
  signal?: AbortSignal;
};

export type ReadOutcome =
  | { outcome: "read"; read_at: Instant }
  /** Somebody else reads it now, or has just done so. */
  | { outcome: "coalesced" }
  | { outcome: "failed"; error: CotejoError };

const CLAIM = `
  INSERT INTO verification_reads (verification_id, subject, started_at) VALUES ($1, $2, now())
  ON CONFLICT (verification_id, subject) DO UPDATE SET started_at = now()
  WHERE COALESCE(GREATEST(verification_reads.started_at, verification_reads.succeeded_at), '-infinity')
    < now() - interval '${COALESCED_SECONDS} seconds'`;

const SUCCEEDED = `
  UPDATE verification_reads SET started_at = NULL, succeeded_at = now(), body_hash = $3,
    failed_at = NULL, error_code = NULL, error_status = NULL
  WHERE verification_id = $1 AND subject = $2`;

/** Since when it fails is kept while it goes on failing. */
const FAILED = `
  UPDATE verification_reads SET started_at = NULL, failed_at = now(), error_code = $3, error_status = $4
  WHERE verification_id = $1 AND subject = $2`;

/** An id that neither the service nor any event knows leaves nothing behind. */
const FORGET = `
  DELETE FROM verification_reads WHERE verification_id = $1 AND subject = $2 AND succeeded_at IS NULL
    AND NOT EXISTS (SELECT FROM verification_summaries AS known WHERE known.verification_id = $1)`;

/**
 * Reads a verification or its people from the service and puts what it says into the inbox. Never throws for what the
 * service does: a failure is recorded, so that pages can say since when they are stale, and returned.
 */
export async function readVerification(
  connection: Pick<Database, "pool">,
  client: Pick<ServiceClient, "readVerification" | "readPeople">,
  input: ReadInput,
): Promise<ReadOutcome> {
  const { pool } = connection;
  const key = [input.verification_id, input.subject];
  const claimed = await pool.query(CLAIM, key);
  if (!claimed.rowCount) return { outcome: "coalesced" };
  try {
    if (!(await takeCall(connection, input.priority))) throw paused();
    const limits = { deadlineMs: input.deadlineMs, ...(input.signal ? { signal: input.signal } : {}) };
    const read = input.subject === "people" ? client.readPeople : client.readVerification;
    const reading = await read(input.verification_id, limits);
    await reportCall(connection, "answered");
    return { outcome: "read", read_at: await record(connection, input, reading) };
  } catch (error) {
    if (!(error instanceof CotejoError)) {
      await pool.query(FAILED, [...key, "INTERNAL_SERVER_ERROR", null]).catch(() => undefined);
      throw error;
    }
    if (isFault(error)) await reportCall(connection, "faulty");
    const status = error instanceof ServiceError ? error.serviceStatus : null;
    await pool.query(FAILED, [...key, error.code, status]);
    if (status === 404) await pool.query(FORGET, key);
    return { outcome: "failed", error };
  }
}

const isFault = (error: CotejoError): boolean =>
  ["SERVICE_ERROR", "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT"].includes(error.code);

async function record({ pool }: Pick<Database, "pool">, input: ReadInput, reading: Reading): Promise<Instant> {
  const { verification_id, subject } = input;
  const read_at = instantFromMs(reading.began_at_ms);
  await inTransaction(pool, async (client) => {
    const { body_hash } = await storeSnapshot(client, {
      verification_id,
      subject,
      read_at,
      body: redact(reading.body),
    });
    await client.query(SUCCEEDED, [verification_id, subject, body_hash]);
  });
  return read_at;
}
