import { ApiError } from "#lib/browser/api.ts";

const KNOWN = ["UNAUTHORIZED", "TOO_MANY_REQUESTS", "COOKIE_REFUSED", "OFFLINE", "DATABASE_UNAVAILABLE"] as const;
export type SignInProblem = (typeof KNOWN)[number] | "other";

/** Which words a failed sign-in gets, and the minutes to wait where there is a wait. */
export function signInProblem(error: unknown): { problem: SignInProblem; minutes: number } {
  const code = error instanceof ApiError ? error.code : "";
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 60) : 60;
  return { problem: KNOWN.find((known) => known === code) ?? "other", minutes: Math.max(1, Math.ceil(seconds / 60)) };
}
