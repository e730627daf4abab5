import { isRecord, otherFieldsOf, recordOf } from "#lib/contract/answer.ts";
import { parseJson } from "#lib/contract/exact-numbers.ts";
import type { OtherFields } from "./verification.ts";

/** The fields of the read endpoint's answer that the interface names and the page shows in places of their own. */
const NAMED = new Set(["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"]);

/**
 * Everything else that the service answered, kept as it came; an answer under `data` is looked into (design §7). `body` is
 * the stored answer, null where it is kept no longer.
 */
export function otherFields(body: string | null): OtherFields {
  const answer: unknown = body === null ? null : parseJson(body);
  return isRecord(answer) ? otherFieldsOf(recordOf(answer, ["verification_id"], "a verification"), NAMED) : {};
}
