/** What was tried: words differ where the next step does. */
export type KeyAction = "list" | "create" | "delete" | "rotate" | "replace" | "adopt" | "check";

const KNOWN = [
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "DUPLICATE_RESOURCE",
  "VALIDATION_ERROR",
  "SERVICE_ERROR",
  "SERVICE_UNREADABLE",
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_PAUSED",
  "OUTCOME_UNKNOWN",
  "CURRENT_KEY_UNKNOWN",
  "FORBIDDEN",
  "DATABASE_UNAVAILABLE",
  "OFFLINE",
] as const;

type KeyProblemName = (typeof KNOWN)[number] | "other";

/** Which words a failure gets, by its code. */
export const problemOf = (code: string): KeyProblemName => KNOWN.find((known) => known === code) ?? "other";
