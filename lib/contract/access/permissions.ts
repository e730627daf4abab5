import type { Role } from "./user.ts";

const ALL_ROLES: readonly Role[] = ["compliance", "support", "admin"];
const REVIEWERS: readonly Role[] = ["compliance", "admin"];
const ADMINS: readonly Role[] = ["admin"];

type Rule = {
  roles: readonly Role[];
  /** What it allows, a sentence for the documentation. */
  allows: string;
};

/**
 * Who may do what: the one table from which handlers and pages check, the navigation and the buttons are drawn, and
 * `docs/permissions.md` is written.
 */
export const PERMISSIONS = {
  "overview.read": { roles: ALL_ROLES, allows: "See the overview, and how the service and the receiver are." },
  "verifications.read": {
    roles: ALL_ROLES,
    allows: "List, search and open verifications, have one read again, follow them live.",
  },
  "verifications.import": { roles: REVIEWERS, allows: "Add verifications by their ids." },
  "verifications.erase": { roles: ADMINS, allows: "Erase what is kept here of a verification." },
  "people.read": { roles: ALL_ROLES, allows: "Search people, open them and their CURP's PDF, see who opened them." },
  "webhooks.manage": {
    roles: ADMINS,
    allows: "See, create, change and delete webhooks, replace their secrets, connect the receiver.",
  },
  "deliveries.manage": {
    roles: ADMINS,
    allows: "Search deliveries with their payloads and refusals, have failed ones applied again, check signatures.",
  },
  "keys.manage": {
    roles: ADMINS,
    allows: "See, create and delete API keys, rotate the dashboard's own, replace those of others.",
  },
  "secrets.reveal": {
    roles: ADMINS,
    allows: "See a key or secret once more that one has just made, until one says that it is stored.",
  },
  "users.manage": {
    roles: ADMINS,
    allows: "Invite people, change their roles, disable them, end their sessions, agree to what other admins ask for.",
  },
  "audit.read": { roles: ADMINS, allows: "Search the audit trail and export it." },
  "sandbox.play": {
    roles: REVIEWERS,
    allows: "Play scenarios and faults of the embedded service, where there is one.",
  },
  "account.own": { roles: ALL_ROLES, allows: "See and change one's own account, sessions and second factor." },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean => PERMISSIONS[permission].roles.includes(role);
