import type { Instant } from "#lib/contract/time.ts";
import type { SessionUser } from "./user.ts";

/** `GET /api/account`. */
export type Account = SessionUser & {
  second_factor: { since: Instant; recovery_codes_left: number } | null;
  /** Whether the policy of this installation asks this person for a second factor. */
  second_factor_required: boolean;
};

/**
 * Wrong codes after the right password, from a browser that the person is not known in; and what administrators did: a
 * link for a new password, the second factor taken away.
 */
export type NoticeKind = "wrong_codes" | "password_reset" | "second_factor_removed";

/** What happened to somebody's account without them: shown until they acknowledge it. */
export type AccountNotice = { id: string; kind: NoticeKind; since: Instant; count: number; by: string[] };

/** `POST /api/account/second-factor`: what an authenticator needs, told once and confirmed by a code. */
export type Enrolment = { secret: string; uri: string };

/** Told once, when they are made. */
export type RecoveryCodes = { recovery_codes: string[] };
