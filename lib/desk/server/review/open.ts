import { type OpenInput, openFromService } from "#lib/core/server/refresh/open.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import { prepareFacts, readFacts } from "#lib/desk/server/review/facts.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";

/** A verification for a user who opens it, with its review (`openFromService`). */
export async function openVerification(input: OpenInput, connection: Pooled = database()): Promise<FileDetail | null> {
  const { verification_id } = input;
  await prepareFacts(connection);
  let dates: FileDates = { document_dates: [], relation: null, check_months: null };
  const detail = await openFromService(input, connection, () =>
    getVerification(verification_id, connection, async (client, shared) => {
      const read = await readReview(client, verification_id, readFacts(client, verification_id, shared));
      if (!read) return null;
      const { document_dates, relation, check_months, ...part } = read;
      dates = { document_dates, relation, check_months };
      return part;
    }),
  );
  return detail && { ...detail, ...dates };
}

/** Like `openVerification`, for a page that shows failures: the verification, the failure, or null if unknown. */
export async function lookUpVerification(
  input: OpenInput,
): Promise<{ detail: FileDetail } | { failure: { code: string; status: number } } | null> {
  try {
    const detail = await openVerification(input);
    return detail && { detail };
  } catch (error) {
    if (!(error instanceof CotejoError)) throw error;
    return { failure: { code: error.code, status: error.status } };
  }
}
