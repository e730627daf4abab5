import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { type OpenInput, openFromService } from "#lib/core/server/refresh/open.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { prepareFacts, readFacts } from "#lib/desk/server/review/facts.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/** A verification for a user who opens it, with its review (`openFromService`). */
export async function openVerification(
  input: OpenInput,
  connection: Pooled = database(),
): Promise<VerificationDetail | null> {
  const { verification_id } = input;
  await prepareFacts(connection);
  return openFromService(input, connection, () =>
    getVerification(verification_id, connection, (client, shared) =>
      readReview(client, verification_id, readFacts(client, verification_id, shared)),
    ),
  );
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
