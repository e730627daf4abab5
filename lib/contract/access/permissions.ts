import { type AccountRole, ROLES, type Role } from "./user.ts";

/** An auditor changes nothing but their own account and samples of decisions, and opens no document. */
const ALL_BUT_AUDITORS: readonly Role[] = ["compliance", "support", "admin"];
const REVIEWERS: readonly Role[] = ["compliance", "admin"];
const REVIEWERS_AND_AUDITORS: readonly Role[] = [...REVIEWERS, "auditor"];
const COMPLIANCE: readonly Role[] = ["compliance"];
const OVERSEERS: readonly Role[] = ["admin", "auditor"];
const ADMINS: readonly Role[] = ["admin"];

/**
 * The permissions of each role: the only table for handlers, pages, navigation and buttons, and the source of
 * `docs/permissions.md`.
 */
export const PERMISSIONS = {
  "overview.read": ROLES,
  "verifications.read": ROLES,
  "exports.read": ROLES,
  "documents.open": ALL_BUT_AUDITORS,
  "verifications.import": REVIEWERS,
  "verifications.erase": ADMINS,
  "notes.write": ALL_BUT_AUDITORS,
  "notes.compliance": REVIEWERS_AND_AUDITORS,
  "views.read": ROLES,
  "views.own": ALL_BUT_AUDITORS,
  "views.share": REVIEWERS,
  "people.read": ROLES,
  "reviews.read": ROLES,
  "decisions.read": ROLES,
  "samples.review": OVERSEERS,
  "insights.read": REVIEWERS_AND_AUDITORS,
  "insights.team": OVERSEERS,
  "insights.sign": REVIEWERS,
  "reviews.decide": COMPLIANCE,
  "reviews.assign": REVIEWERS,
  "reviews.policy": ADMINS,
  "webhooks.manage": ADMINS,
  "channels.read": OVERSEERS,
  "channels.manage": ADMINS,
  "deliveries.manage": ADMINS,
  "keys.manage": ADMINS,
  "secrets.reveal": ADMINS,
  "users.manage": ADMINS,
  "audit.read": OVERSEERS,
  "audit.stream": OVERSEERS,
  "evidence.read": OVERSEERS,
  "tokens.read": OVERSEERS,
  "tokens.manage": ADMINS,
  "privacy.read": OVERSEERS,
  "privacy.manage": ADMINS,
  "settings.read": OVERSEERS,
  "settings.manage": ADMINS,
  "privacy.requests": REVIEWERS,
  "sandbox.play": REVIEWERS,
  "account.own": ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** A sentence about each permission for the documentation; separate, so that it is not sent to browsers. */
export const ALLOWS: Record<Permission, string> = {
  "overview.read": "See the overview, and the state of the service and the receiver.",
  "verifications.read": "List, search and open verifications, refresh one, follow them live, read notes about them.",
  "exports.read": "Export the list of verifications.",
  "documents.open": "Open the PDF of a person's CURP, and the originals of items.",
  "verifications.import": "Add verifications by their ids.",
  "verifications.erase": "Erase the local data of a verification.",
  "notes.write": "Write notes about verifications, change and delete own ones; keep drafts of unsaved text.",
  "notes.compliance": "Read notes for compliance only, and write them with `notes.write`.",
  "views.read": "Use shared and own views of the list.",
  "views.own": "Save views of the list, change and delete own ones.",
  "views.share": "Share views with everybody, change, order and delete shared ones.",
  "people.read": "Search people, open them, see their openings.",
  "reviews.read": "See reviews, their log and the decisions of a period.",
  "decisions.read": "Check whether a decision still stands.",
  "samples.review": "Draw samples of decisions, enter the result of each decision, sign the worksheet.",
  "insights.read": "See insights: figures of a period, each with its files, and the monthly report.",
  "insights.team": "See the workload of every officer among the insights, beyond one's own.",
  "insights.sign": "Sign the monthly report off.",
  "reviews.decide":
    "Take the next review, wait for the customer, decide, ratify, approve proposals of others, and undo.",
  "reviews.assign": "Open and assign reviews.",
  "reviews.policy":
    "Set the policy of reviews: working hours, due times, approval, the reasons for rejecting and closing, letters to customers.",
  "webhooks.manage": "See, create, change and delete webhooks, replace their secrets, connect the receiver.",
  "channels.read": "See channels to people and systems outside, and their last messages.",
  "channels.manage": "Create, change, test and delete channels.",
  "deliveries.manage": "Search deliveries with their payloads and refusals, retry failed ones, check signatures.",
  "keys.manage": "See, create and delete API keys, rotate the dashboard's own, replace other systems' keys.",
  "secrets.reveal": "See a newly created key or secret again, until it is confirmed as stored.",
  "users.manage":
    "Invite people, change their roles, disable them, end their sessions, consent to requests of other admins.",
  "audit.read": "Search the audit trail and export it.",
  "audit.stream": "Follow the audit trail from another system.",
  "evidence.read": "Read the head of the evidence log, proofs of it, and the evidence packages of files.",
  "tokens.read": "See service tokens, by which other systems call the dashboard.",
  "tokens.manage": "Create and revoke service tokens.",
  "privacy.read": "See for how long files are kept, legal holds, and what the retention deleted.",
  "privacy.manage": "Set for how long files are kept, place and end legal holds.",
  "settings.read": "See the settings: policies, alerts, processes and backups.",
  "settings.manage":
    "Choose the fields for a file's title and tax ID, set the address of originals, mute alerts, request a backup.",
  "privacy.requests":
    "See, register, extend and answer requests under the data law (ARCO), and export what is kept about a person.",
  "sandbox.play": "Play scenarios and faults of the embedded sandbox, if there is one.",
  "account.own": "See and change the own account, sessions and second factor.",
};

/** Permissions that a service token may have. */
export const SCOPES = [
  "verifications.read",
  "exports.read",
  "decisions.read",
  "audit.stream",
  "evidence.read",
] as const satisfies readonly Permission[];

export type Scope = (typeof SCOPES)[number];

export const may = (role: AccountRole, permission: Permission): boolean =>
  role !== "none" && PERMISSIONS[permission].includes(role);
