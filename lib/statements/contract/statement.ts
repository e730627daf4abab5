import type { z } from "zod";
import type { dueCause } from "#lib/core/contract/verifications/verification-answers.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Stated } from "./statement-input.ts";

/**
 * A statement of a person about a file. Statements are never changed: the newest one about the same subject counts, and
 * the earlier ones stay in the history.
 */
export type Statement = {
  statement_id: number;
  stated_at: Instant;
  /** Null for a service token, and once the account is deleted. */
  user_id: string | null;
  /** Null once the account is deleted. */
  user_name: string | null;
  /** Where the statement comes from, if no person entered it in the page: `system: <token>`, or a row of an import. */
  source: string | null;
} & Stated;

/** A statement in the history of its file; `withdrawn`: somebody has taken it back, so that the one before counts again. */
export type StatedEntry = Statement & { withdrawn: { at: Instant; user_name: string | null } | null };

/** `GET /api/verifications/{id}/statements`: newest first. */
export type Statements = { items: StatedEntry[] };

export const MAX_STATEMENTS = 200;

/** The states of a document, by their weight: the first one that holds is the state. */
export const DOCUMENT_STATES = ["expired", "too_old", "expires_soon", "unknown", "valid"] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** What is known about a document of the policy. Days are `YYYY-MM-DD` in the zone of the policy. */
export type DatedDocument = {
  document_kind: string;
  /** Null for a document of the file, and for people whose number is unknown. */
  people_id: number | null;
  item_id: number | null;
  issued_on: string | null;
  expires_on: string | null;
  no_expiry: boolean;
  seen_on: string | null;
  /** The last possible day of issue: the item had arrived, or somebody had seen the original. */
  issued_by: string | null;
  /** A newer item of the same type, which may replace this document. */
  newer_item: number | null;
  /** The statement that counts; null without one. */
  statement: Pick<Statement, "statement_id" | "stated_at" | "user_name" | "source"> | null;
};

/** The business relationship of a file, as people stated it. */
export type Relation = {
  since: string;
  until: string | null;
  /** The last check: when it was stated, or the beginning of its day if it was made elsewhere; null before the first one. */
  checked_at: Instant | null;
  /** Null without a rule of the policy, and once the relationship has ended. */
  next_check_on: string | null;
};

/** A relationship with the day from which its next check counts: null once it has ended. */
export type CheckedRelation = Relation & { unchecked_since: string | null };

/** Why a file is in the lane of due dates. */
export type DueCause = z.output<typeof dueCause>;
