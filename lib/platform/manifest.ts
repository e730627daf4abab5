/*
 * A manifest declares a module's actions, permissions, alerts and queries for the parts that all modules share. Manifests hold
 * data without code, since every page loads them. `docs/architecture.md` names the reader of each field.
 */

export const ROLES = ["compliance", "support", "admin", "auditor"] as const;
export type Role = (typeof ROLES)[number];

/** `none`: an account from the provider that has no role yet, and can't enter. */
export type AccountRole = Role | "none";

/** The field `user` of the answers of POST and GET `/api/session`. */
export type SessionUser = { email: string; name: string; role: Role };

/** An auditor changes nothing but their own account and samples of decisions, and opens no document. */
export const ALL_BUT_AUDITORS = ["compliance", "support", "admin"] as const satisfies readonly Role[];
export const REVIEWERS = ["compliance", "admin"] as const satisfies readonly Role[];
export const REVIEWERS_AND_AUDITORS = [...REVIEWERS, "auditor"] as const satisfies readonly Role[];
export const COMPLIANCE = ["compliance"] as const satisfies readonly Role[];
export const OVERSEERS = ["admin", "auditor"] as const satisfies readonly Role[];
export const ADMINS = ["admin"] as const satisfies readonly Role[];

/** The families of the audit trail's filter, in its order. */
export const AUDIT_FAMILIES = [
  "people",
  "verifications",
  "reviews",
  "webhooks",
  "keys",
  "access",
  "users",
  "audit",
  "sandbox",
] as const;
export type AuditFamily = (typeof AUDIT_FAMILIES)[number];

export const DELETED_OF_FILE = [
  "deliveries",
  "readings",
  "facts",
  "people",
  "review_entries",
  "decisions",
  "notes",
  "letters",
  "explanations",
  "statements",
  "other",
] as const;
export type DeletedOfFile = (typeof DELETED_OF_FILE)[number];

/**
 * The format of an id in the audit trail and in addresses: a text or a number of the service (`identifier`, `numericId`), the
 * number of a row here (`number`), a UUID, or a list of such ids.
 */
export type IdKind = "identifier" | "identifiers" | "number" | "numericId" | "numericIds" | "uuid";

/** A query key of the browser; `FILE` stands for the id of the file. */
export type KeyOfFile = readonly string[];
export const FILE = "{verification_id}";

/** The groups of alerts, in their order. */
export const ALERT_GROUP_NAMES = ["connection", "security", "operation"] as const;
type AlertGroup = (typeof ALERT_GROUP_NAMES)[number];

/** A kind of live message. */
export type LiveKind = {
  /** Whether the answers about the file, and its rows in lists, may differ. */
  ofFile: boolean;
  /** The queries to refetch. */
  keys: readonly KeyOfFile[];
};

export type ModuleManifest = {
  /** `noun.verb` by family; the words are in `messages/<locale>/audit.json`. */
  actions?: { readonly [family in AuditFamily]?: Readonly<Record<string, readonly string[]>> };
  /** The ids that entries of the trail may have, by name; those of addresses have the same names. */
  ids?: Readonly<Record<string, IdKind>>;
  /** The roles with each permission, what it allows in a sentence, and whether a service token may have it. */
  permissions?: Readonly<Record<string, { roles: readonly Role[]; allows: string; forTokens?: true }>>;
  /** Alerts to admins: states of the installation, and acts in it. */
  alerts?: { readonly [group in AlertGroup]?: readonly string[] };
  /** Further kinds of messages that channels carry, by group. */
  events?: { readonly [group in "decisions" | "evidence"]?: readonly string[] };
  /** The kinds of values that are shown once, each with the name of its subject's id. */
  reveals?: Readonly<Record<string, string>>;
  live?: Readonly<Record<string, LiveKind>>;
  /** Queries about a file that no live message refetches; an erasure removes these and the ones of `live`. */
  queriesOfFile?: readonly KeyOfFile[];
};
