import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { conditionsOf, type FilterQuery, queryOf } from "#lib/desk/server/list/filter-query.ts";
import { readReviews } from "#lib/desk/server/review-log/reviews.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Parameters, parameters } from "#lib/platform/server/db/list-query.ts";
import type { Reviewer } from "./command.ts";
import { PLAIN_ENTRY, writeLog } from "./log.ts";
import { readPolicy } from "./policy.ts";
import { readStored } from "./stored.ts";

/** SQL: the first open review in the order of the index `reviews_next`, without locked rows. */
const next = (conditions: string): string => `
  SELECT verification_id FROM reviews AS l
  WHERE state = 'open' AND assignee IS NULL AND reasons <> '{stalled_customer}' ${conditions}
  ORDER BY due_rank, by_creation, verification_id LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** The conditions of a filter on the verification, beside the review. */
function fitting(asked: FilterQuery, finding: Parameters): string {
  const conditions = conditionsOf(asked, finding);
  if (conditions.length === 0) return "";
  return `AND EXISTS (
    SELECT FROM verification_summaries AS s WHERE ${["s.verification_id = l.verification_id", ...conditions].join(" AND ")}
  )`;
}

/**
 * Assigns the unassigned open review that is due first to the user, and returns it; null without one. Files that wait
 * for their customer are skipped. Concurrent calls get different reviews.
 */
export async function takeNext(
  filter: VerificationFilter,
  user: Reviewer,
  { pool }: Pooled = database(),
): Promise<{ verification_id: string; review: Review } | null> {
  const finding = parameters();
  const statement = next(fitting(await queryOf(pool, filter, user.id), finding));
  return inTransaction(pool, async (tx) => {
    const [found] = (await tx.query<{ verification_id: string }>(statement, finding.values)).rows;
    if (!found) return null;
    return { ...found, review: await assign(tx, found.verification_id, user) };
  });
}

const ASSIGN = `
  UPDATE reviews SET assignee = $2, revision = revision + 1 WHERE verification_id = $1 RETURNING clock_timestamp() AS now`;

async function assign(tx: Client, verification_id: string, user: Reviewer): Promise<Review> {
  const { review } = await readStored(tx, verification_id);
  const { rows } = await tx.query<{ now: string }>(ASSIGN, [verification_id, user.id]);
  const { state, resolution, reasons } = review;
  const step = { kind: "assigned" as const, actor: user, assignee: user.id, before: review };
  const { version } = await readPolicy(tx);
  await writeLog(tx, [{ ...PLAIN_ENTRY, ...step, state, resolution, reasons }], {
    verification_id,
    at: rows[0]?.now ?? "",
    policy_version: version,
  });
  await notifyChanged(tx, new Map([[verification_id, new Set(["review" as const])]]));
  return (await readReviews(tx, [verification_id])).get(verification_id) as Review;
}
