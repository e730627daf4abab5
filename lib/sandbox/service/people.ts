import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { getAccount } from "#lib/sandbox/store/accounts.ts";
import { getVerification } from "#lib/sandbox/store/verifications.ts";
import type { ServiceCall } from "./context.ts";
import { signedFileUrl } from "./file-url.ts";

/** The people of a verification; each read signs the addresses of the PDFs anew, so that it renews expired ones. */
export async function read(call: ServiceCall, parameters: Record<string, string>): Promise<Answer> {
  const { pool, key, timeScale, baseUrl } = call;
  const state = await getVerification(pool, key.account_id, parameters.id ?? "");
  const account = await getAccount(pool, key.account_id);
  if (!state || !account) throw new ApiError("NOT_FOUND", "no such verification");
  const fileUrl = (peopleId: number) =>
    signedFileUrl(baseUrl(), account.file_key, state.verification_id, peopleId, timeScale);
  return {
    status: 200,
    json: {
      verification_id: state.verification_id,
      full_list: state.people.map((person) => ({
        people_id: person.people_id,
        ...(person.shareholder_id === null ? {} : { shareholder_id: person.shareholder_id }),
        full_name: person.full_name,
        role: person.role,
        external_identities: {
          curp: person.curp && {
            ...person.curp,
            ...(person.curp.success ? { curp_file: fileUrl(person.people_id) } : {}),
          },
        },
      })),
    },
  };
}
