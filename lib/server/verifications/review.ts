import type { Instant } from "#lib/contract/time.ts";
import type { Reason, Resolution, Review, ReviewState } from "#lib/contract/verifications/review.ts";
import type { Client } from "#lib/server/db/database.ts";

/** What is shown of a row of `reviews`. */
export type ShownReview = {
  state: ReviewState | null;
  resolution: Resolution | null;
  reasons: Reason[];
  assignee: string | null;
  due_at: Instant | null;
  follow_up_on: string | null;
  digest: string;
  revision: number;
};

type Row = ShownReview & { verification_id: string; assignee_name: string | null };

const SELECT = `
  SELECT verification_id, state, resolution, reasons, assignee, users.name AS assignee_name, due_at, follow_up_on, digest, revision
  FROM reviews LEFT JOIN users ON users.id = reviews.assignee WHERE verification_id = ANY ($1)`;

/** Longer than is needed to tell two states of the facts of one file. */
const DIGITS = 32;

/** Names a review and the facts that a decision would rest on; without a digest those are not known. */
export const versionOf = (revision: number, digest: string): string => `${revision}.${digest.slice(0, DIGITS)}`;

/** How often what is shown of the review had changed. */
export const revisionOfVersion = (version: string): number => Number.parseInt(version, 10);

/** Whether the version names these facts. */
export const isOfFacts = (version: string, digest: string): boolean =>
  version === versionOf(revisionOfVersion(version), digest);

/** Of a verification that never had a review. */
export const noReview = (digest = ""): Review => ({
  state: null,
  resolution: null,
  reasons: [],
  assignee: null,
  due_at: null,
  follow_up_on: null,
  version: versionOf(0, digest),
});

/** A review as it is shown; `name` is what its assignee is called now, null where there is no such account. */
export const reviewFromRow = (row: ShownReview, name: string | null, digest = row.digest): Review => ({
  state: row.state,
  resolution: row.resolution,
  reasons: row.reasons,
  assignee: row.assignee !== null && name !== null ? { user_id: row.assignee, name } : null,
  due_at: row.state === "open" ? row.due_at : null,
  follow_up_on: row.follow_up_on,
  version: versionOf(row.revision, digest),
});

/** The reviews of these verifications as they were evaluated last; of one that never had any none is in the answer. */
export async function readReviews(client: Client, verificationIds: readonly string[]): Promise<Map<string, Review>> {
  if (verificationIds.length === 0) return new Map();
  const { rows } = await client.query<Row>(SELECT, [verificationIds]);
  return new Map(
    rows.map(({ verification_id, assignee_name, ...row }) => [verification_id, reviewFromRow(row, assignee_name)]),
  );
}
