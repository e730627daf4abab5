import { ApiError } from "#lib/browser/api.ts";

const KNOWN = [
  "DUPLICATE_RESOURCE",
  "VALIDATION_ERROR",
  "LAST_ADMIN",
  "CONSENT_REQUIRED",
  "CONFLICT",
  "NOT_FOUND",
  "FORBIDDEN",
  "SECOND_FACTOR_MISSING",
  "TOO_MANY_REQUESTS",
  "DATABASE_UNAVAILABLE",
  "OFFLINE",
] as const;
export type UserProblem = (typeof KNOWN)[number] | "other";

/** Which words a failure gets. */
export const problemOf = (error: unknown): UserProblem =>
  KNOWN.find((code) => error instanceof ApiError && error.code === code) ?? "other";
