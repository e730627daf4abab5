import type { StoredReview } from "#lib/contract/review/transitions.ts";
import type { Review } from "#lib/contract/verifications/review.ts";
import type { Client } from "#lib/server/db/database.ts";
import { NOT_UNDONE, TOLD } from "#lib/server/db/review-log.ts";

/** The shown columns of a row of `reviews`. */
export type ShownReview = Pick<StoredReview, "state" | "resolution" | "reasons" | "assignee" | "due_at"> &
  Pick<Review, "follow_up_on"> & { digest: string; revision: number };

type ReviewRow = ShownReview &
  Pick<Review, "lookup" | "decided_by" | "approved_by"> & {
    verification_id: string;
    assignee_name: string | null;
    newest_kind: string | null;
    newest_user: string | null;
    newest_reason: string | null;
  };

/** Characters of a returned decision's text in a row. */
const MAX_WORDS = 300;

/** By the facts of the last evaluation. A wrong CURP comes before a temporary failure. */
const TO_CORRECT = `reviews.bases @? '$[0].basis.people[*] ? (@.outcome == "curp_format_error")'`;

/** The last decision or the proposal, by the log: reads as many index rows as there were steps since. */
const SELECT = `
  SELECT reviews.verification_id, reviews.state, reviews.resolution, reviews.reasons,
    CASE WHEN reviews.reasons @> '{person}' THEN
      CASE WHEN ${TO_CORRECT} THEN 'to_correct' ELSE 'not_completed' END
    END AS lookup, reviews.assignee,
    users.name AS assignee_name, due_at, reviews.follow_up_on, reviews.digest, revision,
    CASE last.kind WHEN 'approved' THEN proposal.user_name ELSE last.user_name END AS decided_by,
    CASE last.kind WHEN 'approved' THEN last.user_name END AS approved_by,
    newest.kind AS newest_kind, newest.user_name AS newest_user, newest.reason AS newest_reason
  FROM reviews LEFT JOIN users ON users.id = reviews.assignee
  LEFT JOIN LATERAL (
    SELECT id, kind, user_name FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND digest IS NOT NULL AND ${NOT_UNDONE}
      AND (kind <> 'submitted' OR reviews.state = 'approval')
    ORDER BY id DESC LIMIT 1
  ) AS last ON reviews.state IN ('approval', 'resolved')
  LEFT JOIN LATERAL (
    SELECT user_name FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND kind = 'submitted' AND id < last.id ORDER BY id DESC LIMIT 1
  ) AS proposal ON last.kind = 'approved'
  LEFT JOIN LATERAL (
    SELECT ${TOLD.kind} AS kind, user_name, left(${TOLD.reason}, ${MAX_WORDS}) AS reason FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND kind NOT IN ('assigned', 'handled', 'undone') AND ${NOT_UNDONE}
    ORDER BY id DESC LIMIT 1
  ) AS newest ON reviews.state = 'open'
  WHERE reviews.verification_id = ANY ($1)`;

/** Longer than is needed to tell two states of the facts of one file. */
const DIGITS = 32;

/** Identifies a review with the facts for a decision; without a digest those are unknown. */
export const versionOf = (revision: number, digest: string): string => `${revision}.${digest.slice(0, DIGITS)}`;

export const revisionOfVersion = (version: string): number => Number.parseInt(version, 10);

export const isOfFacts = (version: string, digest: string): boolean =>
  version === versionOf(revisionOfVersion(version), digest);

/** The review of a verification without one. */
export const noReview = (digest = ""): Review => ({
  state: null,
  resolution: null,
  reasons: [],
  lookup: null,
  assignee: null,
  decided_by: null,
  approved_by: null,
  returned_by: null,
  due_at: null,
  follow_up_on: null,
  version: versionOf(0, digest),
});

/** A review for display; a deleted account is nobody. */
const reviewFromRow = ({ assignee, assignee_name: name, ...row }: ReviewRow): Review => ({
  state: row.state,
  resolution: row.resolution,
  reasons: row.reasons,
  lookup: row.lookup,
  assignee: assignee !== null && name !== null ? { user_id: assignee, name } : null,
  decided_by: row.decided_by,
  approved_by: row.approved_by,
  returned_by:
    row.newest_kind === "returned_by_approver" ? { name: row.newest_user ?? "", reason: row.newest_reason } : null,
  due_at: row.state === "open" ? row.due_at : null,
  follow_up_on: row.follow_up_on,
  version: versionOf(row.revision, row.digest),
});

/**
 * The reviews of these verifications at their last evaluation; verifications without a review are absent from the map.
 */
export async function readReviews(client: Client, verificationIds: readonly string[]): Promise<Map<string, Review>> {
  if (verificationIds.length === 0) return new Map();
  const { rows } = await client.query<ReviewRow>(SELECT, [verificationIds]);
  return new Map(rows.map((row) => [row.verification_id, reviewFromRow(row)]));
}
