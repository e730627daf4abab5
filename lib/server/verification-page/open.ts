import { setTimeout as wait } from "node:timers/promises";
import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { type OpenInput, readForPerson } from "#lib/server/refresh/read-for-person.ts";
import type { ReadOutcome } from "#lib/server/refresh/read-verification.ts";
import { prepareFacts, readFacts } from "#lib/server/review/facts.ts";
import { readReview } from "#lib/server/review/read.ts";
import { getVerification } from "#lib/server/verifications/get.ts";

/** A reading goes through the inbox; this is how long the request waits for the worker to apply it. */
const APPLIED_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/**
 * A verification for a user who opens it: the read model at once if it has the verification, else the service's answer,
 * once it has been applied. Null if neither has it. Throws the service's failure if only the service could have
 * answered, and a retryable error if no worker applies its answer.
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
  // Text that names a person stands in no call of the service (design §9).
  if (holdsPartOfCurp(verification_id)) return null;
  const deadline = Date.now() + APPLIED_WITHIN_MS;
  for (let result: ReadOutcome = { outcome: "coalesced" }; Date.now() < deadline; ) {
    // The other reader may fail or die: then we read and answer.
    if (result.outcome === "coalesced") result = await readForPerson(input, connection);
    if (result.outcome === "failed") {
      if (result.error.code === "NOT_FOUND") return null;
      throw result.error;
    }
    const applied = await get();
    if (applied) return applied;
    await wait(LOOK_EVERY_MS);
  }
  throw new CotejoError("INTERNAL_SERVER_ERROR", 503, "The service's answer has not been applied yet.", {
    retryable: true,
  });
}

/**
 * The same for a page, which shows a failure instead of failing: the verification, why it could not be read, or null
 * for an unknown one.
 */
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
