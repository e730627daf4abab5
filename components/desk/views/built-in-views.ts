import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";

const BUILT_IN_VIEWS = [
  { id: "ready", query: "without_severity=high&review=open&reason=decision&sort=due" },
  { id: "high", query: "severity=high&findings_source=final" },
  { id: "documents", query: "has_item_error=true" },
  { id: "waiting", query: "documents_status=pending_upload&documents_status=partial_upload&documents_status_days=3" },
  { id: "curp", query: "reason=person" },
] as const;

const DATE_VIEWS = [
  { id: "dates", query: "sort=next_date" },
  { id: "datesMonth", query: "due_dates=month&sort=next_date" },
  { id: "datesOverdue", query: "due_dates=overdue&sort=next_date" },
  { id: "datesUnknown", query: "document_dates=unknown&sort=next_date" },
] as const;

/** Views that all users have; those of due dates where the policy has rules about dates. */
export const builtInViews = (dated: boolean) => [...BUILT_IN_VIEWS, ...(dated ? DATE_VIEWS : [])];

/** The query in its form for addresses, so that equal filters have equal queries; null for text that may name a person. */
export function queryOf(filter: VerificationFilter): string | null {
  const parameters = VERIFICATION_FILTER.write(filter);
  return filter.q !== null && !parameters.has("q") ? null : parameters.toString();
}

/** Brings a saved query into the same form. */
export const sameQuery = (query: string): string =>
  VERIFICATION_FILTER.write(VERIFICATION_FILTER.read(new URLSearchParams(query)).filter).toString();
