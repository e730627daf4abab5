import type { Role } from "./user.ts";

const ALL_ROLES: readonly Role[] = ["compliance", "support", "admin"];
const REVIEWERS: readonly Role[] = ["compliance", "admin"];
const COMPLIANCE: readonly Role[] = ["compliance"];
const ADMINS: readonly Role[] = ["admin"];

/**
 * Who may do what: the one table from which handlers and pages check, the navigation and the buttons are drawn, and
 * `docs/permissions.md` is written.
 */
export const PERMISSIONS = {
  "overview.read": ALL_ROLES,
  "verifications.read": ALL_ROLES,
  "verifications.import": REVIEWERS,
  "verifications.erase": ADMINS,
  "notes.write": ALL_ROLES,
  "notes.compliance": REVIEWERS,
  "views.own": ALL_ROLES,
  "views.share": REVIEWERS,
  "people.read": ALL_ROLES,
  "reviews.read": ALL_ROLES,
  "reviews.decide": COMPLIANCE,
  "reviews.assign": REVIEWERS,
  "reviews.policy": ADMINS,
  "webhooks.manage": ADMINS,
  "deliveries.manage": ADMINS,
  "keys.manage": ADMINS,
  "secrets.reveal": ADMINS,
  "users.manage": ADMINS,
  "audit.read": ADMINS,
  "settings.manage": ADMINS,
  "sandbox.play": REVIEWERS,
  "account.own": ALL_ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** A sentence for the documentation on each permission; apart, so that no browser is sent it. */
export const ALLOWS: Record<Permission, string> = {
  "overview.read": "See the overview, and how the service and the receiver are.",
  "verifications.read":
    "List, search, export and open verifications, have one read again, follow them live, read the notes about them.",
  "verifications.import": "Add verifications by their ids.",
  "verifications.erase": "Erase what is kept here of a verification.",
  "notes.write": "Write notes about verifications, change and delete one's own.",
  "notes.compliance": "Read and write notes that are for compliance alone.",
  "views.own": "Save views of the list, change and delete one's own, use those that are shared.",
  "views.share": "Share views with everybody, change, order and delete shared ones.",
  "people.read": "Search people, open them and their CURP's PDF, see who opened them.",
  "reviews.read": "See reviews, their log and the decisions of a period.",
  "reviews.decide":
    "Take the next review, wait for the customer, decide, ratify, approve what others decided, and undo.",
  "reviews.assign": "Open a review and say who is to do it.",
  "reviews.policy":
    "Set the policy of reviews: working hours, due times, approval, the reasons for rejecting and closing, letters to customers.",
  "webhooks.manage": "See, create, change and delete webhooks, replace their secrets, connect the receiver.",
  "deliveries.manage":
    "Search deliveries with their payloads and refusals, have failed ones applied again, check signatures.",
  "keys.manage": "See, create and delete API keys, rotate the dashboard's own, replace those of others.",
  "secrets.reveal": "See a key or secret once more that one has just made, until one says that it is stored.",
  "users.manage":
    "Invite people, change their roles, disable them, end their sessions, agree to what other admins ask for.",
  "audit.read": "Search the audit trail and export it.",
  "settings.manage":
    "See policies, processes and backups, choose which fields of the service's answers are a file's title and tax ID, say where originals are kept.",
  "sandbox.play": "Play scenarios and faults of the embedded service, where there is one.",
  "account.own": "See and change one's own account, sessions and second factor.",
};

export const may = (role: Role, permission: Permission): boolean => PERMISSIONS[permission].includes(role);
