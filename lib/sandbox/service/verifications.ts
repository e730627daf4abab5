import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { getVerification } from "#lib/sandbox/store/verifications.ts";
import type { ServiceCall } from "./context.ts";

/** The verification's current state: `tag` (not `verification_tag`), never `account_name` (interface, Verification read). */
export async function read({ pool, key }: ServiceCall, parameters: Record<string, string>): Promise<Answer> {
  const state = await getVerification(pool, key.account_id, parameters.id ?? "");
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
      // Fields that the interface does not show, as a real answer has some.
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
