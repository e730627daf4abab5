import type { Exception } from "#lib/core/contract/verifications/review.ts";
import type { Basis } from "#lib/desk/contract/review/facts.ts";
import type { ReviewLogEntry } from "#lib/desk/contract/review/log.ts";
import type { OpenedPdf } from "#lib/desk/contract/review/opened-pdf.ts";
import type { StoredReview } from "#lib/desk/contract/review/transitions.ts";
import { CURRENT_MEANING, TOGETHER } from "#lib/desk/server/review-log/meaning.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { statements } from "#lib/tables.ts";

export type Actor = { id: string; name: string };

/** An entry to write; the statement looks up the name of the assignee. */
export type LogEntry = Omit<ReviewLogEntry, "entry_id" | "at" | "user" | "assignee" | "policy_version" | "together"> & {
  /** Null for an entry of the rules. */
  actor: Actor | null;
  assignee: string | null;
  basis: Basis | null;
  /** The review before a user's step, for its undo. */
  before: StoredReview | null;
  /** The PDFs that the author of a decision had opened; null for other entries. */
  pdfs: OpenedPdf[] | null;
  /** The exceptions of an acceptance; null for other entries. */
  exceptions: Exception[] | null;
  /** The id of the step that accepted several files; null for other entries. */
  batch: string | null;
};

/** Empty values of the fields that an assignment or a change of state does not have. */
export const PLAIN_ENTRY = {
  ...{ reason_code: null, reason: null, follow_up_on: null, review_on: null, basis: null, digest: null, undoes: null },
  ...{ differences: [], handled: [], request: [], before: null, pdfs: null, exceptions: null, batch: null },
};

const COLUMNS = `verification_id, at, kind, user_id, user_name, state, resolution, reason_code, reason, reasons, assignee,
  follow_up_on, review_on, policy_version, basis, digest, undoes, differences, handled, request, before, pdfs, exceptions,
  batch`;

const WRITE = `
  INSERT INTO review_log (${COLUMNS}, assignee_name, step)
  SELECT ${COLUMNS}, (SELECT name FROM users WHERE users.id = assignee),
    (SELECT count(*) + 1 FROM review_log AS earlier WHERE earlier.verification_id = entry.verification_id)
  FROM jsonb_populate_record(NULL::review_log, $1) AS entry`;

type EntryContext = { verification_id: string; at: Instant; policy_version: number };

/** Adds entries, in this order, within the caller's transaction, which has locked the review. Each has its number within the file. */
export async function writeLog(tx: Client, entries: readonly LogEntry[], context: EntryContext): Promise<void> {
  for (const { actor, ...entry } of entries) {
    const by = { user_id: actor?.id ?? null, user_name: actor?.name ?? null };
    await tx.query(WRITE, [JSON.stringify({ ...entry, ...by, ...context })]);
  }
  if (entries.length > 0) await announceReview(tx, context.verification_id);
}

const WHEN_REVIEWED = statements("whenReviewed");

/** Runs the statements of other modules for a file whose review has changed, in the caller's transaction. */
export async function announceReview(tx: Client, verification_id: string): Promise<void> {
  for (const [index, text] of WHEN_REVIEWED.entries())
    await tx.query({ name: `when reviewed ${index}`, text, values: [[verification_id]] });
}

/** SQL: an account with its name at the time of the entry; null without an id. */
const named = (id: string, name: string): string =>
  `CASE WHEN ${id} IS NOT NULL THEN jsonb_build_object('user_id', ${id}, 'name', COALESCE(${name}, '')) END`;

/** Limit of the entries of one file. */
const MAX_ENTRIES = 500;

/** `GET /api/verifications/{id}/review/log`: the newest first. */
export const listLog = async (
  verification_id: string,
  { pool }: Pooled = database(),
): Promise<{ items: ReviewLogEntry[] }> => ({ items: await readLog(pool, verification_id) });

/** Entries of a review after this one, newest first. */
export async function readLog(client: Client, verification_id: string, after = 0): Promise<ReviewLogEntry[]> {
  const { rows } = await client.query<ReviewLogEntry>(
    `SELECT id AS entry_id, at, ${CURRENT_MEANING.kind} AS kind, ${named("user_id", "user_name")} AS user, state, resolution,
       ${CURRENT_MEANING.reason_code} AS reason_code, ${CURRENT_MEANING.reason} AS reason, reasons, ${named("assignee", "assignee_name")} AS assignee,
       follow_up_on, review_on, policy_version, digest, undoes, differences, handled, request, ${TOGETHER} AS together
     FROM review_log AS log WHERE verification_id = $1 AND id > $2 ORDER BY id DESC LIMIT ${MAX_ENTRIES}`,
    [verification_id, after],
  );
  return rows;
}
