import { setTimeout as wait } from "node:timers/promises";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { knownVerifications } from "./import.ts";
import { type ReadOutcome, readVerification } from "./read-verification.ts";

/** Time within which the worker has to apply the answer from the inbox. */
const APPLIED_WITHIN_MS = 5_000;
const POLL_INTERVAL_MS = 50;

export type OpenInput = { verification_id: string; userId: string };

/** Reads a verification for a user who opens it. */
export const readForPerson = (input: OpenInput, connection: Pooled = database()): Promise<ReadOutcome> =>
  readVerification(connection, serviceClient(connection), { ...input, subject: "verification" });

/**
 * Reads a verification for a user who opens it. `get` reads the database. If `get` answers null, this function has the
 * service read, and calls `get` again until the worker has applied the answer. Null if neither has the verification. Throws
 * the service's failure, and a retryable error if no worker applies the answer.
 */
export async function openFromService<T>(
  input: OpenInput,
  connection: Pooled,
  get: () => Promise<T | null>,
): Promise<T | null> {
  const known = await get();
  if (known !== null) return known;
  // A text with a part of a CURP is not sent to the service (design §9).
  if (holdsPartOfCurp(input.verification_id)) return null;
  const deadline = Date.now() + APPLIED_WITHIN_MS;
  for (let result: ReadOutcome = { outcome: "coalesced" }; Date.now() < deadline; ) {
    // If another process is reading, its read may fail: then this one reads.
    if (result.outcome === "coalesced") result = await readForPerson(input, connection);
    if (result.outcome === "failed") {
      if (result.error.code === "NOT_FOUND") return null;
      throw result.error;
    }
    const applied = await get();
    if (applied !== null) return applied;
    await wait(POLL_INTERVAL_MS);
  }
  throw new CotejoError("INTERNAL_SERVER_ERROR", 503, "The service's answer has not been applied yet.", {
    retryable: true,
  });
}

/** Whether the verification is known here, if necessary after a read from the service. */
export const ensureKnown = async (input: OpenInput, connection: Pooled): Promise<boolean> =>
  (await openFromService(input, connection, async () => {
    const known = await knownVerifications([input.verification_id], connection);
    return known.size > 0 ? true : null;
  })) !== null;
