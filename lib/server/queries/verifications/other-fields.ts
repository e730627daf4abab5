import type { OtherFields } from "#lib/contract/verifications/verification.ts";

/** What the interface names of the read endpoint's answer, and the page shows in its own place. */
const NAMED = new Set(["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"]);

/** Everything else that the service answered, kept as it came; an answer under `data` is looked into. */
export function otherFields(body: string | null): OtherFields {
  if (body === null) return {};
  const answer: unknown = JSON.parse(body);
  const record = isRecord(answer) && isRecord(answer.data) && !("verification_id" in answer) ? answer.data : answer;
  if (!isRecord(record)) return {};
  const entries = Object.entries(record).filter(([name]) => !NAMED.has(name));
  return Object.fromEntries(entries);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
