import type { Role } from "./user.ts";

/** A policy in force, with its source. Its words are in `messages/<locale>/policies.json` by group and name. */
export type Policy = {
  name: string;
  value:
    | { is: "hours" | "minutes" | "proxies"; count: number }
    /** `keepsDecided`: what belongs to accepted and rejected files is kept for good; absent where nothing of theirs is. */
    | { is: "days"; count: number; keepsDecided?: boolean }
    /** Possibly none. */
    | { is: "roles"; roles: Role[] }
    | { is: "word"; word: "none" | "admins" | "everyone" | "required" | "notRequired" }
    /** Addresses as written; possibly none. */
    | { is: "addresses"; addresses: string[] };
  source: PolicySource;
};

/** A variable of the environment, a page of the dashboard, or nothing: it cannot be changed. */
export type PolicySource =
  | { is: "variable"; variable: string; isDefault: boolean }
  | { is: "page"; href: "/users" }
  | { is: "fixed" };

/** In the order in which a page shows them. */
export type PolicyGroup = { group: "retention" | "signIn" | "deliveries" | "network"; policies: Policy[] };
