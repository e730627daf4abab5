import type { Role } from "./user.ts";

const ALL_ROLES: readonly Role[] = ["compliance", "support", "admin"];
const REVIEWERS: readonly Role[] = ["compliance", "admin"];
const COMPLIANCE: readonly Role[] = ["compliance"];
const ADMINS: readonly Role[] = ["admin"];

/**
 * The permissions of each role: the only table for handlers, pages, navigation and buttons, and the source of
 * `docs/permissions.md`.
 */
export const PERMISSIONS = {
  "overview.read": ALL_ROLES,
  "verifications.read": ALL_ROLES,
  "exports.read": ALL_ROLES,
  "verifications.import": REVIEWERS,
  "verifications.erase": ADMINS,
  "notes.write": ALL_ROLES,
  "notes.compliance": REVIEWERS,
  "views.own": ALL_ROLES,
  "views.share": REVIEWERS,
  "people.read": ALL_ROLES,
  "reviews.read": ALL_ROLES,
  "decisions.read": ALL_ROLES,
  "reviews.decide": COMPLIANCE,
  "reviews.assign": REVIEWERS,
  "reviews.policy": ADMINS,
  "webhooks.manage": ADMINS,
  "channels.manage": ADMINS,
  "deliveries.manage": ADMINS,
  "keys.manage": ADMINS,
  "secrets.reveal": ADMINS,
  "users.manage": ADMINS,
  "audit.read": ADMINS,
  "audit.stream": ADMINS,
  "evidence.read": ADMINS,
  "tokens.manage": ADMINS,
  "privacy.manage": ADMINS,
  "settings.manage": ADMINS,
  "privacy.requests": REVIEWERS,
  "sandbox.play": REVIEWERS,
  "account.own": ALL_ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** A sentence about each permission for the documentation; separate, so that it is not sent to browsers. */
export const ALLOWS: Record<Permission, string> = {
  "overview.read": "See the overview, and the state of the service and the receiver.",
  "verifications.read": "List, search and open verifications, refresh one, follow them live, read notes about them.",
  "exports.read": "Export the list of verifications.",
  "verifications.import": "Add verifications by their ids.",
  "verifications.erase": "Erase the local data of a verification.",
  "notes.write": "Write notes about verifications, change and delete own ones.",
  "notes.compliance": "Read and write notes for compliance only.",
  "views.own": "Save views of the list, change and delete own ones, use shared ones.",
  "views.share": "Share views with everybody, change, order and delete shared ones.",
  "people.read": "Search people, open them and their CURP's PDF, see their openings.",
  "reviews.read": "See reviews, their log and the decisions of a period.",
  "decisions.read": "Check whether a decision still stands.",
  "reviews.decide":
    "Take the next review, wait for the customer, decide, ratify, approve proposals of others, and undo.",
  "reviews.assign": "Open and assign reviews.",
  "reviews.policy":
    "Set the policy of reviews: working hours, due times, approval, the reasons for rejecting and closing, letters to customers.",
  "webhooks.manage": "See, create, change and delete webhooks, replace their secrets, connect the receiver.",
  "channels.manage": "See, create, change, test and delete channels to people and systems outside.",
  "deliveries.manage": "Search deliveries with their payloads and refusals, retry failed ones, check signatures.",
  "keys.manage": "See, create and delete API keys, rotate the dashboard's own, replace other systems' keys.",
  "secrets.reveal": "See a newly created key or secret again, until it is confirmed as stored.",
  "users.manage":
    "Invite people, change their roles, disable them, end their sessions, consent to requests of other admins.",
  "audit.read": "Search the audit trail and export it.",
  "audit.stream": "Follow the audit trail from another system.",
  "evidence.read": "Read the head of the evidence log, and proofs of it.",
  "tokens.manage": "See, create and revoke service tokens, by which other systems call the dashboard.",
  "privacy.manage": "Set for how long files are kept, place and end legal holds, see what the retention deleted.",
  "settings.manage":
    "See policies, processes and backups, choose the fields for a file's title and tax ID, set the address of originals.",
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

export const may = (role: Role, permission: Permission): boolean => PERMISSIONS[permission].includes(role);
