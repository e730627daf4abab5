import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import type { ServiceCall } from "#lib/sandbox/http/request.ts";
import { getAccount } from "#lib/sandbox/store/accounts.ts";
import { getVerification } from "#lib/sandbox/store/verifications.ts";
import { signedFileUrl } from "./curp-file.ts";

/** The verification's current state: `tag` (not `verification_tag`), never `account_name` (interface, Verification read). */
export async function readVerification({ pool, key }: ServiceCall, id: string): Promise<Answer> {
  const state = await getVerification(pool, key.account_id, id);
  if (!state) throw new ApiError("NOT_FOUND", "no such verification");
  return {
    status: 200,
    json: {
      verification_id: state.verification_id,
      account_id: state.account_id,
      created_at: state.created_at,
      status: state.status,
      tag: state.tag,
      documents_status: state.documents_status,
      findings: { items: state.findings?.items ?? [], computed_at: state.findings?.computed_at ?? null },
      // Fields outside the interface, as in a real answer.
      updated_at: state.updated_at,
      channel: state.channel,
      company: state.company,
      progress: {
        items_total: state.items.length,
        items_completed: state.items.filter((item) => item.completed_at !== null).length,
      },
    },
  };
}

/** The people of a verification. Each read signs the URLs of the PDFs again, which renews expired ones. */
export async function readPeople(call: ServiceCall, id: string): Promise<Answer> {
  const { pool, key, timeScale, baseUrl } = call;
  const state = await getVerification(pool, key.account_id, id);
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
