import type { OpeningReason } from "#lib/contract/need-to-know/policy.ts";
import type { Instant } from "#lib/contract/time.ts";

/**
 * All actions of the audit trail, as `noun.verbed`: a new action adds its name here, and the
 * words for it to `messages/<locale>/audit.json`; a new noun belongs to a family.
 */
export const AUDIT_ACTIONS = [
  // A file, and the payload of a delivery, by a page or another system.
  "verification.opened",
  "delivery.opened",
  // The data of people of one verification, on any page; their names only, in the list of a file; and the PDF of one
  // person.
  "people.opened",
  "people.named",
  // A search of people across files: the kind of text, never the text.
  "people.searched",
  "curp_pdf.opened",
  // Requests under the data law: their ids alone. Opened: the whole CURP was shown.
  "privacy_request.received",
  "privacy_request.changed",
  "privacy_request.opened",
  "privacy_request.extracted",
  // A redirect to the original of an item; and the address of originals.
  "original.opened",
  "originals.changed",
  // The policy of need to know was changed.
  "need_to_know.changed",
  "verification.read",
  // Erasure of the local data, and its lifting by a user who imported the id again.
  "verification.erased",
  // Erased while it had to be kept: it is erased when its period ends.
  "verification.blocked",
  "verification.relation_ended",
  "verification.brought_back",
  // The retention has deleted rows, with their number and rule.
  "retention.deleted",
  "custody_policy.changed",
  "legal_hold.placed",
  "legal_hold.ended",
  "verifications.imported",
  // Changes of reviews, without the text of a reason.
  "review.changed",
  "review.ratified",
  "review.approval_answered",
  "review.undone",
  "review.taken",
  "review.explained",
  "reviews.changed",
  "reviews.undone",
  "review_decisions.exported",
  "review_policy.changed",
  "verifications.exported",
  "insights.exported",
  // The report of a month, in the state that a digest names.
  "insights_report.signed_off",
  "note.added",
  "note.changed",
  "note.deleted",
  // A letter to a customer was handed over for sending; and the mail server's last answer to it.
  "letter.sent",
  "letter.answered",
  "view.added",
  "view.changed",
  "view.deleted",
  "views.ordered",
  // Which fields of the service's answers are a file's title and tax id.
  "title_fields.chosen",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  // A signed sample was sent to its address.
  "webhook.tested",
  "webhook_secret.replacement_begun",
  "webhook_secret.replacement_moved",
  // A channel to people or systems outside; a test message, and failed messages sent again.
  "channel.created",
  "channel.changed",
  "channel.deleted",
  "channel.tested",
  "channel_secret.replaced",
  "sending.retried",
  "sendings.retried",
  "receiver.connected",
  // The outage marks no verification any more.
  "outage.dismissed",
  "delivery.retried",
  "deliveries.retried",
  "api_key.created",
  "api_key.deleted",
  "api_key.checked",
  "api_key.adopted",
  // Tokens of other systems for the dashboard's own routes.
  "service_token.created",
  "service_token.revoked",
  // Tokens of the company's directory, which provisions accounts by SCIM.
  "scim_token.created",
  "scim_token.revoked",
  "rotation.begun",
  "rotation.resumed",
  // The worker has come to its end.
  "rotation.ended",
  "key_replacement.begun",
  "key_replacement.minted",
  "key_replacement.switched",
  "key_replacement.switched_back",
  "key_replacement.finished",
  "key_replacement.cancelled",
  // A once-only value: shown again by a page; confirmed as stored by its user; expired without confirmation.
  "reveal.shown",
  "reveal.stored",
  "reveal.expired",
  // A person was refused for their role, for not having given the password recently, or as a request of another site.
  "access.denied",
  "audit.exported",
  // The evidence package of a file was sent.
  "evidence_package.made",
  // And those of all files that were decided in a period.
  "evidence_package.period_made",
  // The retention has deleted entries, by a function of the database.
  "audit.expired",
  "sandbox.scenario_played",
  "sandbox.verification_listed",
  "sandbox.documents_added",
  "sandbox.label_changed",
  "sandbox.verification_reopened",
  "sandbox.fault_added",
  "sandbox.fault_ended",
  "sandbox.faults_ended",
  "sandbox.pace_set",
  "installation.set_up",
  // From a backup: later changes are lost.
  "installation.restored",
  "session.started",
  "session.refused",
  // The password, and the second factor's code, confirmed again.
  "session.confirmed",
  "session.ended",
  "sessions.ended",
  // A person has linked their account with the provider of sign-ins, or taken the link away.
  "provider.linked",
  "provider.unlinked",
  "passwords.switched_off",
  "passwords.switched_on",
  "password.changed",
  "password.reset",
  "second_factor.begun",
  "second_factor.added",
  "second_factor.removed",
  "passkey.added",
  "passkey.removed",
  // Its counter went back: there is a copy of it.
  "passkey.disabled",
  "recovery_codes.made",
  // Acknowledged notices about the user's own account: wrong codes, and changes by administrators.
  "notices.acknowledged",
  "notices.mail_chosen",
  // A kind of alert was muted for everybody, or is told again.
  "alert.muted",
  "user.added",
  "user.joined",
  "user.changed",
  "user.link_renewed",
  // An invitation or a reset was mailed to its account, or refused by the mail server.
  "user.link_mailed",
  "user.withdrawn",
  "user.second_factor_removed",
  "user.session_ended",
  "user.sessions_ended",
  // A second admin's consent to actions that let an admin act as another user; a command on the host lifts it.
  "consent.required",
  "consent.lifted",
  "consent.asked",
  "consent.given",
  "consent.declined",
  "consent.expired",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The families of actions, for filters, each with the nouns of its actions. */
const NOUNS = {
  people: ["people", "curp_pdf", "privacy_request"],
  verifications: [
    "verification",
    "verifications",
    "note",
    "letter",
    "view",
    "views",
    "title_fields",
    "original",
    "originals",
    "retention",
    "custody_policy",
    "legal_hold",
  ],
  reviews: ["review", "reviews", "review_decisions", "review_policy", "insights", "insights_report"],
  webhooks: [
    "webhook",
    "webhook_secret",
    "receiver",
    "outage",
    "delivery",
    "deliveries",
    "channel",
    "channel_secret",
    "sending",
    "sendings",
  ],
  keys: ["api_key", "service_token", "scim_token", "rotation", "key_replacement", "reveal"],
  access: [
    "access",
    "need_to_know",
    "installation",
    "session",
    "sessions",
    "password",
    "passwords",
    "provider",
    "second_factor",
    "passkey",
    "recovery_codes",
    "notices",
    "alert",
  ],
  users: ["user", "consent"],
  audit: ["audit", "evidence_package"],
  sandbox: ["sandbox"],
} as const;
export type AuditFamily = keyof typeof NOUNS;
export const AUDIT_FAMILIES = Object.keys(NOUNS) as AuditFamily[];

type Noun = (typeof NOUNS)[AuditFamily][number];

/** Does not compile for an action whose noun is in no family. */
export const isOfFamily = (action: `${Noun}.${string}`, family: AuditFamily): boolean =>
  NOUNS[family].some((noun) => action.startsWith(`${noun}.`));

/**
 * The outcome of a command. `begun` is written before it and does not state its end: a second entry does, and without
 * one the outcome is unknown.
 */
export const AUDIT_OUTCOMES = ["begun", "done", "failed", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The outcomes shown in the trail: `unknown` is a beginning without an end. */
export const SHOWN_OUTCOMES = ["done", "failed", "refused", "unknown"] as const;
export type ShownOutcome = (typeof SHOWN_OUTCOMES)[number];

/** An entry for display: the end of a command, or its beginning if no end is known. */
export type AuditRow = {
  entry_id: number;
  at: Instant;
  /** When the command began; null for entries written at once. */
  began_at: Instant | null;
  action: AuditAction;
  /** The user, with the email of that time and the current name, if the account exists; null for no user. */
  user: { id: string; email: string; name: string | null } | null;
  /** The service token of a call without a session. */
  token: { token_id: string; name: string } | null;
  /** An IP address. */
  address: string | null;
  user_agent: string | null;
  /** The ids of the objects of the action, by their names. */
  ids: Record<string, string | number | number[] | string[]>;
  /*
   * The present names of the ids, for a reader who may see them: the trail itself holds ids alone. An erased or expired
   * object has no name.
   */
  account: { email: string; name: string } | null;
  /** The known ones among its first `NAMED` verifications. */
  files: { verification_id: string; tag: string | null; title: string | null }[];
  /** People with a known name among its first `NAMED`. */
  people: { people_id: number; name: string }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  outcome: ShownOutcome;
  /** Code of a failure or refusal. */
  error_code: string | null;
};

/** Limit of people and files that are shown and named for an entry. */
export const NAMED = 6;

/** `GET /api/audit` and `POST /api/searches/audit`, newest first. */
export type AuditList = {
  items: AuditRow[];
  next_cursor: string | null;
  /** The searched text matches more files, accounts or people than the limit. */
  more_matches: boolean;
};

/** `GET /api/audit/users`: everyone in the trail, with the email they had last, and the service tokens in it. */
export type AuditUsers = { items: { id: string; email: string }[]; tokens: { id: string; name: string }[] };

/**
 * An opening of a person, a file or a delivery, or a search that showed people of the same file. A call by a service token
 * has `token` for `user`; `name` is null once there is no such account any more.
 */
export type Opening = {
  at: Instant;
  action: "people.opened" | "people.searched" | "curp_pdf.opened" | "verification.opened" | "delivery.opened";
  user: { email: string; name: string | null } | null;
  token: string | null;
  /** Why, where the policy of need to know asked; `words` where they are the reason. */
  reason: OpeningReason | null;
  words: string | null;
};

/**
 * `GET /api/verifications/{id}/openings` and `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest
 * first; of searches each user's last.
 */
export type Openings = { items: Opening[] };
