import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";

/** Views that all users have. */
export const BUILT_IN_VIEWS = [
  { id: "ready", query: "without_severity=high&review=open&reason=decision&sort=due" },
  { id: "high", query: "severity=high&findings_source=final" },
  { id: "documents", query: "has_item_error=true" },
  { id: "waiting", query: "documents_status=pending_upload&documents_status=partial_upload&documents_status_days=3" },
  { id: "curp", query: "reason=person" },
] as const;

/** The query in its form for addresses, so that equal filters have equal queries; null for text that may name a person. */
export function queryOf(filter: VerificationFilter): string | null {
  const parameters = VERIFICATION_FILTER.write(filter);
  return filter.q !== null && !parameters.has("q") ? null : parameters.toString();
}

/** Brings a saved query into the same form. */
export const sameQuery = (query: string): string =>
  VERIFICATION_FILTER.write(VERIFICATION_FILTER.read(new URLSearchParams(query)).filter).toString();
