import type { Instant } from "#lib/platform/contract/time.ts";
import type { AccountRole, Role, SessionUser } from "#lib/platform/manifest.ts";

/**
 * The field `session` of GET `/api/session`, in seconds, so that the browser's clock does not matter: the time left
 * without activity, the limit of inactivity, and the time left in any case.
 */
export type SessionTimes = { idle_in: number; idle_limit: number; ends_in: number };

/** Code points, after normalisation: the visible characters. */
export const PASSWORD_MIN = 12;
/** UTF-16 units of a request: far above any sentence, and a bound for hashing. */
export const PASSWORD_MAX = 1000;

/** Normalises a password before it is counted, compared and hashed: keyboards compose accents differently. */
export const normalPassword = (password: string): string => password.normalize("NFKC");

export const isLongEnough = (password: string): boolean => [...normalPassword(password)].length >= PASSWORD_MIN;

/** An invitation is for users without a password so far, a reset for all others. */
export type LinkPurpose = "invitation" | "reset";

/** A link, revealed once to the admin who created it. */
export type MadeLink = { url: string; purpose: LinkPurpose; expires_at: Instant };

/** `POST /api/users/link-mails`: the mail server's answer; `refused` is for good. */
export type LinkMail = { state: "sent" | "refused" | "failed"; error: string | null };

/** `POST /api/invitations/check`: the owner of the link. */
export type LinkOwner = { purpose: LinkPurpose; email: string; name: string; expires_at: Instant };

/**
 * `invited` and `reset` wait for the use of their link, `no_role` for a role from an admin or the provider; `disabled` has
 * priority.
 */
export type UserState = "active" | "invited" | "reset" | "no_role" | "disabled";

/** `GET /api/users`; `mail`: links can be mailed. */
export type UserList = { items: ListedUser[]; consent: Consent; mail: boolean };

export type ListedUser = {
  id: string;
  email: string;
  name: string;
  role: AccountRole;
  disabled: boolean;
  /** An admin here or the directory by SCIM disabled the account; null for an enabled account. */
  disabled_by: "admin" | "directory" | null;
  state: UserState;
  ways: SignInWay[];
  kept_email: KeptEmail | null;
  second_factor: boolean;
  /** Expiry of the one-time link; null without one. */
  link_expires_at: Instant | null;
  /** The last activity in a session; null for none, or for longer ago than sessions are kept. */
  active_at: Instant | null;
  sessions: number;
  created_at: Instant;
};

/** `POST /api/users`; the link is revealed here, and nowhere again. */
export type CreatedUser = Pick<ListedUser, "id" | "email" | "name" | "role" | "disabled"> & {
  invite_url?: string;
  invite_expires_at?: MadeLink["expires_at"];
};

/** An entry of `GET /api/account/sessions` and of `GET /api/users/{id}/sessions`. */
export type ListedSession = {
  id: string;
  started_at: Instant;
  active_at: Instant;
  address: string | null;
  user_agent: string | null;
  current: boolean;
};

/** By their password here, or by the provider of OpenID Connect. */
export type SignInWay = "password" | "provider";

/**
 * The reason for which an account kept its address when the provider stated a different address at the last sign-in. The kept
 * address is the name of a sign-in by password, or the directory sets it; the stated address is unverified or taken.
 */
export type KeptEmail = "password" | "directory" | "unverified" | "taken";

/** `GET /api/settings/passwords`: the provider's issuer, and since when passwords are off for all but one admin. */
export type PasswordSwitch = {
  provider: string | null;
  off: { since: Instant; user_id: string; name: string; email: string } | null;
};

/** `GET /api/account`. */
export type Account = SessionUser & {
  ways: SignInWay[];
  /** Whether the installation has a provider, and since when the account is linked to it. */
  provider: { linked_at: Instant | null; kept_email: KeptEmail | null } | null;
  second_factor: { since: Instant; recovery_codes_left: number } | null;
  /** Whether the policy of this installation requires a second factor from this user. */
  second_factor_required: boolean;
};

/**
 * Wrong codes after the right password, in a browser without an earlier sign-in of the user; a sign-in with a recovery
 * code; actions of administrators: a link for a new password, the removal of the second factor.
 */
export const ACCOUNT_NOTICES = ["wrong_codes", "recovery_code", "password_reset", "second_factor_removed"] as const;
export type NoticeKind = (typeof ACCOUNT_NOTICES)[number];

/** A change of an account that its user must know of: shown until acknowledged. */
export type AccountNotice = {
  id: string;
  kind: NoticeKind;
  since: Instant;
  count: number;
  by: string[];
  codes_left: number;
};

/** `POST /api/account/second-factor`: what an authenticator needs, revealed once and confirmed by a code. */
export type Enrolment = { secret: string; uri: string };

/** Revealed once, when they are created. */
export type RecoveryCodes = { recovery_codes: string[] };

/** Minimal number of active admins for consent: one requests, one agrees, and the third may be away. */
export const ADMINS_FOR_CONSENT = 3;

/**
 * Actions that need a second admin's consent if it is required: each lets an admin act as another user, or as a second
 * user.
 */
export const CONSENT_ACTIONS = ["new_link", "remove_second_factor", "make_admin", "make_compliance"] as const;
/**
 * Roles that require consent when an admin assigns them: with a second account in such a role, an admin could approve
 * their own actions.
 */
export const CONSENT_ROLES: readonly Role[] = ["compliance", "admin"];
export const isConsentRole = (role: AccountRole): boolean => role !== "none" && CONSENT_ROLES.includes(role);
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** An admin's request, until another admin agrees or declines, or it expires. */
export type ConsentRequest = {
  id: string;
  action: ConsentAction;
  /** The user concerned. */
  name: string;
  email: string;
  /** Email of the requesting admin. */
  asked_by: string;
  expires_at: Instant;
};

/** Under `consent` of `GET /api/users`. */
export type Consent = {
  required_since: Instant | null;
  /** Whether there are enough admins to require it. */
  offered: boolean;
  requests: ConsentRequest[];
};

/** `POST /api/consent/requests/{consent_id}`; the link is answered once, and the admin who agreed passes it on. */
export type GivenConsent = { link: MadeLink | null };

/** The user and the remaining time of the session. */
export type SessionAnswer = { user: SessionUser; session: SessionTimes };
