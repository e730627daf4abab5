import { ApiError } from "#lib/browser/api.ts";
import type { ListedUser } from "#lib/contract/access/user-list.ts";

export type UserAction = "role" | "link" | "factor" | "sessions" | "disable" | "enable" | "withdraw";

/** What can be done with a person, as they are now; one's own account is another page. */
export function actionsFor({ state, second_factor, sessions }: ListedUser): UserAction[] {
  if (state === "disabled") return ["enable", "role"];
  const always: UserAction[] = ["role", "link"];
  if (state === "invited") return [...always, "withdraw"];
  return [
    ...always,
    ...(second_factor ? (["factor"] as const) : []),
    ...(sessions > 0 ? (["sessions"] as const) : []),
    "disable",
  ];
}

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
type UserProblem = (typeof KNOWN)[number] | "other";

/** Which words a failure gets. */
export const problemOf = (error: unknown): UserProblem =>
  KNOWN.find((code) => error instanceof ApiError && error.code === code) ?? "other";

/** What each dialog of the page is given. */
export type DialogProps = {
  /** Whose password is asked for, where the session is older than ten minutes. */
  email: string;
  onSettled: () => void;
  onClosed: () => void;
};
