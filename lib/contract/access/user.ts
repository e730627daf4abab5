import { z } from "zod";
import { PASSWORD_MAX } from "./password-rule.ts";

export const ROLES = ["compliance", "support", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What POST and GET `/api/session` answer under `user`. */
export const sessionUser = z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) });
export type SessionUser = z.infer<typeof sessionUser>;

/**
 * What GET `/api/session` answers under `session`, in seconds, so that no clock of the browser's matters: until it ends if
 * nobody does anything, how long that is from the last activity on, and until it ends in any case.
 */
export type SessionTimes = { idle_in: number; idle_limit: number; ends_in: number };

const password = z.string().min(1).max(PASSWORD_MAX);
/** Six digits of the authenticator, or a recovery code. */
const code = z.string().trim().min(1).max(50).optional();

export const credentials = z.strictObject({ email: z.string().trim().min(1).max(320), password, code });
export type Credentials = z.infer<typeof credentials>;

/** The password again, of whoever is signed in: body of `POST /api/session/step-up`. */
export const confirmation = z.strictObject({ password, code });
export type Confirmation = z.infer<typeof confirmation>;
