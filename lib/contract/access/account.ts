import type { Instant } from "#lib/contract/time.ts";
import type { SessionUser } from "./user.ts";

/** `GET /api/account`. */
export type Account = SessionUser & {
  second_factor: { since: Instant; recovery_codes_left: number } | null;
  /** Whether the policy of this installation asks this person for a second factor. */
  second_factor_required: boolean;
};

/** `POST /api/account/second-factor`: what an authenticator needs, told once and confirmed by a code. */
export type Enrolment = { secret: string; uri: string };

/** Told once, when they are made. */
export type RecoveryCodes = { recovery_codes: string[] };
