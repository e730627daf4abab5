import type { OpeningReason } from "#lib/core/contract/need-to-know/policy.ts";
import type { UnresolvedFile } from "#lib/core/contract/verifications/named-file.ts";
import { type DeclaredBy, declared } from "#lib/modules.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { AUDIT_FAMILIES, type AuditFamily } from "#lib/platform/manifest.ts";

export type { AuditFamily };
export { AUDIT_FAMILIES };

type Declared = DeclaredBy<"actions">;
/** `noun.verb` of each noun in each family of each module. */
export type AuditAction = ActionIn<Declared>;
type ActionIn<Families> = Families extends object
  ? { [F in keyof Families]: VerbsOf<Families[F]> }[keyof Families]
  : never;
type VerbsOf<Nouns> = {
  [Noun in keyof Nouns & string]: Nouns[Noun] extends readonly (infer Verb extends string)[]
    ? `${Noun}.${Verb}`
    : never;
}[keyof Nouns & string];

/** All actions of the audit trail, by family. */
const ACTIONS = new Map(
  AUDIT_FAMILIES.map((family) => [
    family,
    declared("actions").flatMap((families) =>
      Object.entries(families[family] ?? {}).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
    ) as AuditAction[],
  ]),
);

export const AUDIT_ACTIONS = [...ACTIONS.values()].flat();

export const isOfFamily = (action: AuditAction, family: AuditFamily): boolean =>
  ACTIONS.get(family)?.includes(action) ?? false;

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
