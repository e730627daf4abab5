import type { HeldReviews } from "#lib/core/contract/verifications/review.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { bulkChange } from "./bulk.ts";
import { assertAssignable, type Reviewer } from "./command.ts";

/** Number of files listed by name. */
const MAX_FILES = 10;

const UNRESOLVED = `
  SELECT reviews.verification_id, COALESCE(title, tag, reviews.verification_id) AS name, count(*) OVER () AS count
  FROM reviews JOIN verification_summaries USING (verification_id)
  WHERE assignee = $1 AND state IN ('open', 'waiting', 'approval')
  ORDER BY due_at NULLS LAST, reviews.verification_id`;

type HeldRow = { verification_id: string; name: string; count: number };

/** `GET /api/users/{id}/reviews`: the number of unresolved reviews of an account, and the first files. Throws NOT_FOUND. */
export async function readHeld(user_id: string, { pool }: Pooled = database()): Promise<HeldReviews> {
  const { rows } = await pool.query<HeldRow>(`${UNRESOLVED} LIMIT ${MAX_FILES}`, [user_id]);
  if (rows.length === 0 && (await pool.query("SELECT FROM users WHERE id = $1", [user_id])).rowCount === 0) {
    throw notFound("This account");
  }
  return { count: rows[0]?.count ?? 0, files: rows.map(({ verification_id, name }) => ({ verification_id, name })) };
}

/** Throws VALIDATION_ERROR if this account cannot be an assignee. */
export const assertTakesReviews = async (
  assignee: string | null,
  { pool }: { pool: Client } = database(),
): Promise<void> => {
  if (assignee !== null) await assertAssignable(pool, assignee);
};

/** Assigns the unresolved reviews of an account to another or to nobody, with an entry in each log. Returns their number. */
export async function reassignReviews(
  user_id: string,
  assignee: string | null,
  by: Reviewer,
  db: Pooled = database(),
): Promise<number> {
  const { rows } = await db.pool.query<HeldRow>(UNRESOLVED, [user_id]);
  let given = 0;
  const count = ({ outcome }: { outcome: string }) => {
    if (outcome === "done") given += 1;
  };
  const ids = rows.map(({ verification_id }) => verification_id);
  await bulkChange(ids, { assignee }, by, count, new AbortController().signal, db);
  return given;
}
