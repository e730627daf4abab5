import { ApiError } from "#lib/browser/api.ts";

const REFUSALS = ["PASSWORD_TOO_SHORT", "PASSWORD_COMMON", "PASSWORD_PERSONAL"] as const;
export type PasswordProblem = (typeof REFUSALS)[number];

/** Why a new password was refused; null where something else went wrong. */
export const passwordProblem = (error: unknown): PasswordProblem | null =>
  REFUSALS.find((code) => error instanceof ApiError && error.code === code) ?? null;
