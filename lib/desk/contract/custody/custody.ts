import type { Instant } from "#lib/platform/contract/time.ts";
import type { CustodyClass, CustodyPolicy, CustodyProfile } from "./policy.ts";

/** A legal hold of one file, or of all files with a person. */
export type LegalHold = {
  hold_id: string;
  /** Null for a hold of a person. */
  verification_id: string | null;
  /** The ends of the person's CURP, as lists show it; null for a hold of a file. */
  curp_ends: string | null;
  /** How many files it covers. */
  files: number;
  reason: string;
  /** `YYYY-MM-DD`: when to review the hold. It does not end by itself. */
  review_on: string | null;
  placed_at: Instant;
  /** The name, or null once the account is deleted. */
  placed_by: string | null;
  ended_at: Instant | null;
  ended_by: string | null;
  end_reason: string | null;
};

/** `GET /api/privacy/holds`: holds in force first, then the last ended ones. */
export type LegalHolds = { items: LegalHold[] };

/** Maximal number of holds in force, and of listed ended ones. */
export const MAX_HOLDS = 500;
export const ENDED_HOLDS_SHOWN = 20;
export const LONGEST_HOLD_REASON = 1_000;

/** Why a file is kept: the ground that lasts longest. `until` is null without an end. */
export type KeepingGround =
  | { because: "hold"; until: null }
  | { because: CustodyGround; profile: CustodyProfile; since: Instant; until: Instant | null };

/** `relation`: the business relation ended after the decision. */
export type CustodyGround = CustodyClass | "relation";

/** `GET /api/verifications/{id}/custody`. */
export type FileCustody = {
  /** Null if nothing keeps the file longer than the RETENTION_… variables. */
  kept: KeepingGround | null;
  /** Whether a user can erase the file: the profile `variables` protects it from the retention alone. */
  erasable: boolean;
  /** Holds in force. */
  holds: LegalHold[];
  /** Whether the file has a decision that counts: then a user can state the end of the relation. */
  decided: boolean;
  /** `YYYY-MM-DD`: when the business relation ended, as stated; null without that. */
  relation_ended_on: string | null;
};

export const DELETED_KINDS = [
  "deliveries",
  "readings",
  "people_readings",
  "people",
  "refusals",
  "audit",
  "decisions",
  "drafts",
  "blocked_files",
] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];

/** The rows of one kind that a run of the retention deleted, and the rule. */
export type DeletedRows = {
  kind: DeletedKind;
  rows: number;
  /** The age from which rows were deleted; null for blocked files, whose periods differ. */
  older_than: { count: number; unit: "days" | "years" } | null;
  /** The variable or setting of the rule. */
  by: string;
};

export type RetentionRun = {
  run_id: number;
  began_at: Instant;
  ended_at: Instant;
  /** The version of the custody policy in force. */
  policy_version: number;
  deleted: DeletedRows[];
};

/** `GET /api/privacy/custody`: the policy, and the last runs of the retention that deleted something. */
export type Custody = {
  policy: CustodyPolicy;
  /** RETENTION_… variables that are set: they decide where no profile does. */
  variables: string[];
  runs: RetentionRun[];
};

export const RUNS_SHOWN = 20;
