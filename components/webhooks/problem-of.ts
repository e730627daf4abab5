/** What was tried: words differ where the next step does. */
export type WebhookAction = "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";

const KNOWN = [
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "DUPLICATE_RESOURCE",
  "VALIDATION_ERROR",
  "BAD_REQUEST",
  "SERVICE_ERROR",
  "SERVICE_UNREADABLE",
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_PAUSED",
  "OUTCOME_UNKNOWN",
  "FORBIDDEN",
  "DATABASE_UNAVAILABLE",
  "OFFLINE",
] as const;

/** Which words a failure gets, by its code; `CHANGED` where somebody else was quicker (412). */
export function problemOf({
  code,
  status,
}: {
  code: string;
  status: number;
}): (typeof KNOWN)[number] | "CHANGED" | "other" {
  if (status === 412) return "CHANGED";
  return KNOWN.find((known) => known === code) ?? "other";
}
