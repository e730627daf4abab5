import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { findAccount } from "#lib/sandbox/store/accounts.ts";
import { getVerification } from "#lib/sandbox/store/verifications.ts";
import type { World } from "./context.ts";
import { isFileUrlValid } from "./file-url.ts";
import { curpPdf } from "./pdf.ts";

/** The PDF behind `curp_file`. The address is the permission: no key is asked for, and once expired it is 403. */
export async function readCurpFile(
  { pool }: World,
  verificationId: string,
  fileName: string,
  query: URLSearchParams,
): Promise<Answer> {
  const account = await findAccount(pool);
  const peopleId = fileName.replace(/\.pdf$/, "");
  if (!account || !isFileUrlValid(account.file_key, verificationId, peopleId, query)) {
    throw new ApiError("FORBIDDEN", "the address has expired or is not signed");
  }
  const state = await getVerification(pool, account.account_id, verificationId);
  const person = state?.people.find((candidate) => String(candidate.people_id) === peopleId);
  if (!person?.curp?.applicant_data) throw new ApiError("NOT_FOUND", "no such file");
  return { status: 200, bytes: { type: "application/pdf", content: curpPdf(person.curp.applicant_data) } };
}
