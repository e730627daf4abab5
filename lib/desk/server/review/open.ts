import { setTimeout as wait } from "node:timers/promises";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { type OpenInput, readForPerson } from "#lib/core/server/refresh/read-for-person.ts";
import type { ReadOutcome } from "#lib/core/server/refresh/read-verification.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { prepareFacts, readFacts } from "#lib/desk/server/review/facts.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/** Time within which the worker has to apply the answer from the inbox. */
const APPLIED_WITHIN_MS = 5_000;
const POLL_INTERVAL_MS = 50;

/**
 * Returns a verification for a user who opens it: from the read model, else from the service, after the worker has
 * applied its answer. Null if neither has it. Throws the service's failure, and a retryable error if no worker applies
 * the answer.
 */
export async function openVerification(
  input: OpenInput,
  connection: Pooled = database(),
): Promise<VerificationDetail | null> {
  const { verification_id } = input;
  await prepareFacts(connection);
  const get = () =>
    getVerification(verification_id, connection, (client, shared) =>
      readReview(client, verification_id, readFacts(client, verification_id, shared)),
    );
  const known = await get();
  if (known) return known;
  // A text with a part of a CURP is not sent to the service (design §9).
  if (holdsPartOfCurp(verification_id)) return null;
  const deadline = Date.now() + APPLIED_WITHIN_MS;
  for (let result: ReadOutcome = { outcome: "coalesced" }; Date.now() < deadline; ) {
    // If another process is reading, its read may fail: then this one reads.
    if (result.outcome === "coalesced") result = await readForPerson(input, connection);
    if (result.outcome === "failed") {
      if (result.error.code === "NOT_FOUND") return null;
      throw result.error;
    }
    const applied = await get();
    if (applied) return applied;
    await wait(POLL_INTERVAL_MS);
  }
  throw new CotejoError("INTERNAL_SERVER_ERROR", 503, "The service's answer has not been applied yet.", {
    retryable: true,
  });
}

/** Like `openVerification`, for a page that shows failures: the verification, the failure, or null if unknown. */
export async function lookUpVerification(
  input: OpenInput,
): Promise<{ detail: VerificationDetail } | { failure: { code: string; status: number } } | null> {
  try {
    const detail = await openVerification(input);
    return detail && { detail };
  } catch (error) {
    if (!(error instanceof CotejoError)) throw error;
    return { failure: { code: error.code, status: error.status } };
  }
}
