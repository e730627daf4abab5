import type { Role } from "#lib/platform/manifest.ts";

/** A policy in force, with its source. Its words are in `messages/<locale>/policies.json` by group and name. */
export type Policy = {
  name: string;
  value:
    | { is: "hours" | "minutes" | "proxies"; count: number }
    /** `keepsDecided`: data of accepted and rejected files is kept for good; absent for other data. */
    | { is: "days"; count: number; keepsDecided?: boolean }
    /** Possibly none. */
    | { is: "roles"; roles: Role[] }
    | { is: "word"; word: "none" | "admins" | "everyone" | "required" | "notRequired" }
    /** Addresses as written; possibly none. */
    | { is: "addresses"; addresses: string[] };
  source: PolicySource;
};

/** Set by an environment variable, set on a page of the dashboard, or not changeable. */
export type PolicySource =
  | { is: "variable"; variable: string; isDefault: boolean }
  | { is: "page"; href: "/users" }
  | { is: "fixed" };

/** In the order in which a page shows them. */
export type PolicyGroup = { group: "retention" | "signIn" | "deliveries" | "network"; policies: Policy[] };
