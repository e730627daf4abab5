import { ApiError } from "#lib/browser/api.ts";

const KNOWN = [
  "UNAUTHORIZED",
  "PASSWORD_WRONG",
  "SECOND_FACTOR_WRONG",
  "TOO_MANY_REQUESTS",
  "COOKIE_REFUSED",
  "OFFLINE",
  "DATABASE_UNAVAILABLE",
] as const;
export type SignInProblem = (typeof KNOWN)[number] | "other";

/** What a wait is told in: seconds while it is shorter than a minute and a half. */
export type Wait = { seconds: number; minutes: number; unit: "seconds" | "minutes" };

const SHORT_SECONDS = 90;

/** Which words a failed sign-in gets, and how long to wait where there is a wait. */
export function signInProblem(error: unknown): { problem: SignInProblem } & Wait {
  const code = error instanceof ApiError ? error.code : "";
  const seconds = Math.max(1, error instanceof ApiError ? (error.retryAfter ?? 60) : 60);
  return {
    problem: KNOWN.find((known) => known === code) ?? "other",
    seconds,
    minutes: Math.ceil(seconds / 60),
    unit: seconds < SHORT_SECONDS ? "seconds" : "minutes",
  };
}

/** The right password, and a code is wanted too. */
export const wantsCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "SECOND_FACTOR_REQUIRED" || error.code === "SECOND_FACTOR_WRONG");
