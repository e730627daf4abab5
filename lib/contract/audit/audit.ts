import type { OpeningReason } from "#lib/contract/need-to-know/policy.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { UnresolvedFile } from "#lib/contract/verifications/named-file.ts";

/**
 * All actions of the audit trail, by the families of its filter and by noun: `noun.verbed`. A new action adds its verb here, and
 * the words for it to `messages/<locale>/audit.json`.
 */
const ACTIONS = {
  people: {
    // `opened`: the data of people of one verification, on any page; `named`: their names only, in the list of a file.
    // `searched`: across files, the kind of text and never the text.
    people: ["opened", "named", "searched"],
    // The PDF of one person.
    curp_pdf: ["opened"],
    // Requests under the data law: their ids alone. `opened`: the whole CURP was shown.
    privacy_request: ["received", "changed", "opened", "extracted"],
  },
  verifications: {
    // `opened` by a page or another system. `blocked`: erased while it had to be kept, and erased when its period ends.
    // `brought_back`: a user imported the id again, which lifts the erasure of the local data.
    verification: ["opened", "read", "erased", "blocked", "relation_ended", "brought_back"],
    verifications: ["imported", "exported"],
    // `original`: a redirect to the original of an item; `originals`: the address of originals.
    original: ["opened"],
    originals: ["changed"],
    // The entry has the number of deleted rows, and the rule.
    retention: ["deleted"],
    custody_policy: ["changed"],
    legal_hold: ["placed", "ended"],
    note: ["added", "changed", "deleted"],
    // `sent`: the letter was handed over for sending. `answered`: the mail server's last answer to it.
    letter: ["sent", "answered"],
    view: ["added", "changed", "deleted"],
    views: ["ordered"],
    // The fields of the service's answers for a file's title and tax id.
    title_fields: ["chosen"],
  },
  reviews: {
    // Entries of reviews leave out the text of a reason.
    review: ["changed", "ratified", "approval_answered", "undone", "taken", "explained"],
    reviews: ["changed", "undone"],
    review_decisions: ["exported"],
    // The entries of samples leave out the text of a note. `signed`: the worksheet, in the state that a digest names.
    review_sample: ["drawn", "reviewed", "signed", "exported"],
    review_policy: ["changed"],
    insights: ["exported"],
    // The report of a month, in the state that a digest names.
    insights_report: ["signed_off"],
  },
  webhooks: {
    // `tested`: a signed sample was sent to its address.
    webhook: ["created", "changed", "deleted", "tested"],
    webhook_secret: ["replacement_begun", "replacement_moved"],
    // Channels to people or systems outside; `tested` by a message; `retried`: failed messages are sent again.
    channel: ["created", "changed", "deleted", "tested"],
    channel_secret: ["replaced"],
    sending: ["retried"],
    sendings: ["retried"],
    receiver: ["connected"],
    // `dismissed`: the outage marks no verification any more.
    outage: ["dismissed"],
    // `opened`: its payload.
    delivery: ["opened", "retried"],
    deliveries: ["retried"],
  },
  keys: {
    api_key: ["created", "deleted", "checked", "adopted"],
    // Tokens of other systems for the dashboard's own routes.
    service_token: ["created", "revoked"],
    // Tokens of the company's directory, which provisions accounts by SCIM.
    scim_token: ["created", "revoked"],
    // `ended`: the worker has come to its end.
    rotation: ["begun", "resumed", "ended"],
    key_replacement: ["begun", "minted", "switched", "switched_back", "finished", "cancelled"],
    // A once-only value: shown again by a page; confirmed as stored by its user; expired without confirmation.
    reveal: ["shown", "stored", "expired"],
  },
  access: {
    // A request was refused: by the user's role, without a recent password, or from another site.
    access: ["denied"],
    need_to_know: ["changed"],
    // `restored` from a backup: later changes are lost.
    installation: ["set_up", "restored"],
    // A backup besides the scheduled ones.
    backup: ["requested"],
    // `confirmed`: the password, and the second factor's code, again.
    session: ["started", "refused", "confirmed", "ended"],
    sessions: ["ended"],
    // A user linked the account with the provider of sign-ins, or removed the link.
    provider: ["linked", "unlinked"],
    passwords: ["switched_off", "switched_on"],
    password: ["changed", "reset"],
    second_factor: ["begun", "added", "removed"],
    // `disabled`: its counter went back, so there is a copy of it.
    passkey: ["added", "removed", "disabled"],
    recovery_codes: ["made"],
    // About the user's own account: wrong codes, and changes by administrators.
    notices: ["acknowledged", "mail_chosen"],
    // A kind was muted or unmuted for everybody.
    alert: ["muted"],
    // Thresholds of alerts, and quiet hours.
    alert_settings: ["changed"],
  },
  users: {
    user: [
      "added",
      "joined",
      "changed",
      "link_renewed",
      // An invitation or a reset was mailed to the account, or refused by the mail server.
      "link_mailed",
      "withdrawn",
      "second_factor_removed",
      "session_ended",
      "sessions_ended",
    ],
    // A second admin's consent to actions that let an admin act as another user; a command on the host lifts it.
    consent: ["required", "lifted", "asked", "given", "declined", "expired"],
  },
  audit: {
    // `expired`: the retention has deleted entries, by a function of the database.
    audit: ["exported", "expired"],
    // `made`: of one file. `period_made`: of all files that were decided in a period.
    evidence_package: ["made", "period_made"],
  },
  sandbox: {
    sandbox: [
      "scenario_played",
      "verification_listed",
      "documents_added",
      "label_changed",
      "verification_reopened",
      "fault_added",
      "fault_ended",
      "faults_ended",
      "pace_set",
    ],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type AuditFamily = keyof typeof ACTIONS;
export const AUDIT_FAMILIES = Object.keys(ACTIONS) as AuditFamily[];

type ActionOf<Verbs extends Record<string, readonly string[]>> = {
  [Noun in keyof Verbs & string]: `${Noun}.${Verbs[Noun][number]}`;
}[keyof Verbs & string];
export type AuditAction = { [Family in AuditFamily]: ActionOf<(typeof ACTIONS)[Family]> }[AuditFamily];

export const AUDIT_ACTIONS = Object.values(ACTIONS).flatMap((verbsOf) =>
  Object.entries<readonly string[]>(verbsOf).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
) as AuditAction[];

export const isOfFamily = (action: AuditAction, family: AuditFamily): boolean =>
  Object.keys(ACTIONS[family]).some((noun) => action.startsWith(`${noun}.`));

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
  /** The known files of the entry's first `MAX_NAMED_IDS` verifications. */
  files: { verification_id: string; tag: string | null; title: string | null }[];
  /** People with a known name among the entry's first `MAX_NAMED_IDS`. */
  people: { people_id: number; name: string }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  outcome: ShownOutcome;
  /** Code of a failure or refusal. */
  error_code: string | null;
};

/** Limit of people and files that are shown and named for an entry. */
export const MAX_NAMED_IDS = 6;

/** `GET /api/audit` and `POST /api/searches/audit`, newest first. */
export type AuditList = {
  items: AuditRow[];
  next_cursor: string | null;
  /** The searched text matches more files, accounts or people than the limit. */
  more_matches: boolean;
  /** Why the searched text or id finds nothing: nothing here has it, or several files have it as their tag. */
  unresolved: UnresolvedFile["state"] | null;
};

/** `GET /api/audit/users`: everyone in the trail, with the email they had last, and the service tokens in it. */
export type AuditUsers = { items: { id: string; email: string }[]; tokens: { id: string; name: string }[] };

/**
 * An opening of a person, a file or a delivery, or a search that showed people of the same file. A call by a service
 * token has `token` for `user`; `name` is null once the account is deleted.
 */
export type Opening = {
  at: Instant;
  action: "people.opened" | "people.searched" | "curp_pdf.opened" | "verification.opened" | "delivery.opened";
  user: { email: string; name: string | null } | null;
  token: string | null;
  /** The reason, if the policy of need to know asked for it; `words` if the user wrote it. */
  reason: OpeningReason | null;
  words: string | null;
};

/**
 * `GET /api/verifications/{id}/openings` and `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest
 * first; of searches each user's last.
 */
export type Openings = { items: Opening[] };
