import { isRecord, otherFieldsOf, recordOf } from "#lib/platform/contract/answer.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { OtherFields } from "./verification.ts";

/** The fields of the read endpoint's answer that the interface names and the page shows in places of their own. */
const SHOWN = new Set(["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"]);

/**
 * All other fields of the service's answer, unchanged; also of an answer under `data` (design §7). `body` is the stored
 * answer, null after the retention.
 */
export function otherFields(body: string | null): OtherFields {
  const answer: unknown = body === null ? null : parseJson(body);
  return isRecord(answer) ? otherFieldsOf(recordOf(answer, ["verification_id"], "a verification"), SHOWN) : {};
}
