import { ApiError } from "#lib/browser/api.ts";

/** What was changed, for the words that say so. */
export type Change = "password" | "factorOn" | "factorOff" | "codes" | "session" | "sessions";

const KNOWN = [
  "PASSWORD_WRONG",
  "SECOND_FACTOR_WRONG",
  "SECOND_FACTOR_MISSING",
  "CONFLICT",
  "NOT_FOUND",
  "TOO_MANY_REQUESTS",
  "DATABASE_UNAVAILABLE",
  "OFFLINE",
] as const;
export type AccountProblem = (typeof KNOWN)[number] | "other";

/** Which words a failure gets. */
export const problemOf = (error: unknown): AccountProblem =>
  KNOWN.find((code) => error instanceof ApiError && error.code === code) ?? "other";
