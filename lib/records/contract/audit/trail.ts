import type { UnresolvedFile } from "#lib/core/contract/verifications/named-file.ts";
import type { AuditAction, ShownOutcome } from "#lib/platform/contract/audit/audit.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

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
