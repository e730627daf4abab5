import { entriesOf, isRecord, recordOf, UnreadableAnswer } from "#lib/contract/answer.ts";
import { unreadable } from "./service-error.ts";

/** Fields of the interface, Verification: an answer with none of them tells nothing about a verification. */
const TELLING = ["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"];

/**
 * Throws SERVICE_UNREADABLE, naming the field, where an answer cannot be one about this verification: stored, it would
 * invent a verification, or give one the state of another (design §7).
 */
export function checkAnswer(body: unknown, subject: "verification" | "people", verification_id: string): void {
  try {
    if (subject === "people") entriesOf(body, "full_list");
    else checkRecord(recordOf(body, TELLING, "verification"));
    const stated =
      isRecord(body) &&
      (isRecord(body.data) ? (body.verification_id ?? body.data.verification_id) : body.verification_id);
    if (typeof stated === "string" && stated !== verification_id) {
      throw new UnreadableAnswer("verification_id: that of another verification");
    }
  } catch (error) {
    if (error instanceof UnreadableAnswer) throw unreadable(error.message, 200);
    throw error;
  }
}

function checkRecord(record: Record<string, unknown>): void {
  if (!TELLING.some((field) => Object.hasOwn(record, field))) {
    throw new UnreadableAnswer("verification.status: missing (and every other field of a verification)");
  }
}
