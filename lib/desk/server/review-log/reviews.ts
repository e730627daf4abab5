import type { Review } from "#lib/core/contract/verifications/review.ts";
import { CURRENT_MEANING, NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

type ReviewRow = Omit<Review, "version"> & { verification_id: string; revision: number; digest: string };

/** Characters of a returned decision's text in a row. */
export const MAX_REASON_LENGTH = 300;

/** Whether a person had a wrong CURP at the last evaluation, which takes precedence over temporary failures. */
const HAS_WRONG_CURP = `reviews.bases @? '$[0].basis.people[*] ? (@.outcome == "curp_format_error")'`;

/** Reads the last decision or proposal from the log, by an index: one row for each step since. */
const SELECT = `
  SELECT reviews.verification_id, reviews.state, reviews.resolution, reviews.reasons,
    CASE WHEN reviews.reasons @> '{person}' THEN
      CASE WHEN ${HAS_WRONG_CURP} THEN 'to_correct' ELSE 'not_completed' END
    END AS lookup,
    CASE WHEN users.name IS NOT NULL THEN jsonb_build_object('user_id', users.id, 'name', users.name) END AS assignee,
    CASE reviews.state WHEN 'open' THEN due_at END AS due_at, reviews.follow_up_on, reviews.digest, revision,
    CASE last.kind WHEN 'approved' THEN proposal.user_name ELSE last.user_name END AS decided_by,
    CASE last.kind WHEN 'approved' THEN last.user_name END AS approved_by,
    CASE newest.kind WHEN 'returned_by_approver' THEN
      jsonb_build_object('name', COALESCE(newest.user_name, ''), 'reason', newest.reason)
    END AS returned_by
  FROM reviews LEFT JOIN users ON users.id = reviews.assignee
  LEFT JOIN LATERAL (
    SELECT id, kind, user_name FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND ${NOT_UNDONE}
      AND (digest IS NOT NULL AND kind <> 'submitted'
        OR reviews.state = 'approval' AND kind IN ('submitted', 'reopening_proposed'))
    ORDER BY id DESC LIMIT 1
  ) AS last ON reviews.state IN ('approval', 'resolved')
  LEFT JOIN LATERAL (
    SELECT user_name FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND kind = 'submitted' AND id < last.id ORDER BY id DESC LIMIT 1
  ) AS proposal ON last.kind = 'approved'
  LEFT JOIN LATERAL (
    SELECT ${CURRENT_MEANING.kind} AS kind, user_name, left(${CURRENT_MEANING.reason}, ${MAX_REASON_LENGTH}) AS reason FROM review_log AS log
    WHERE log.verification_id = reviews.verification_id AND kind NOT IN ('assigned', 'handled', 'undone') AND ${NOT_UNDONE}
    ORDER BY id DESC LIMIT 1
  ) AS newest ON reviews.state = 'open'
  WHERE reviews.verification_id = ANY ($1)`;

/** Hex digits of a digest in a version: more than enough to distinguish the facts of one file. */
const DIGEST_DIGITS = 32;

/** The version of a review and the facts for a decision; the digest is empty if the facts are unknown. */
export const versionOf = (revision: number, digest: string): string => `${revision}.${digest.slice(0, DIGEST_DIGITS)}`;

export const revisionOfVersion = (version: string): number => Number.parseInt(version, 10);

export const isOfFacts = (version: string, digest: string): boolean =>
  version === versionOf(revisionOfVersion(version), digest);

/** The empty review of a verification without a review. */
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

/**
 * The reviews of these verifications at their last evaluation; verifications without a review are absent from the map.
 */
export async function readReviews(client: Client, verificationIds: readonly string[]): Promise<Map<string, Review>> {
  if (verificationIds.length === 0) return new Map();
  const { rows } = await client.query<ReviewRow>(SELECT, [verificationIds]);
  return new Map(
    rows.map(({ verification_id, revision, digest, ...review }) => [
      verification_id,
      { ...review, version: versionOf(revision, digest) },
    ]),
  );
}
