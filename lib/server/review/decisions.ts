import type { Basis } from "#lib/contract/review/facts.ts";
import { type Decided, MOST_DECISIONS } from "#lib/contract/verifications/review.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { endOfRange } from "#lib/server/db/list-query.ts";
import { NOT_UNDONE, TOLD } from "#lib/server/db/review-log.ts";
import { csvLine } from "#lib/server/tables/csv.ts";

/** Each end is a day in UTC, or an instant; a sample is drawn by the seed, the same each time. */
export type DecisionsAsked = { from: string; to: string; sample: number | null; seed: string };

/** The answer to a proposal: the first entry after it, and before the next decision, that was not undone. */
const ANSWER = `
  SELECT * FROM (
    SELECT ${TOLD.kind} AS kind, log.at, log.user_name, ${TOLD.reason} AS reason
    FROM review_log AS log
    WHERE log.verification_id = decided.verification_id AND log.id > decided.id AND ${NOT_UNDONE}
      AND kind IN ('submitted', 'decided', 'approved', 'returned_by_approver', 'reopened', 'withdrawn')
    ORDER BY log.id LIMIT 1
  ) AS next WHERE kind IN ('approved', 'returned_by_approver', 'withdrawn')`;

const SELECT = `
  WITH drawn AS (
    SELECT * FROM review_log AS log
    WHERE digest IS NOT NULL AND at >= $1::timestamptz AND at < $2::timestamptz
    ORDER BY CASE WHEN $3::int IS NOT NULL THEN md5($4 || ' ' || id) END, at, id LIMIT COALESCE($3, $5)
  )
  SELECT log.id AS entry_id, log.verification_id, log.at, log.kind, log.user_id, log.user_name, log.state, log.resolution,
    log.reason_code, ${TOLD.reason} AS reason, log.policy_version, log.digest, log.basis, NOT (${NOT_UNDONE}) AS undone,
    proposal.user_name AS proposed_by, proposal.reason AS proposal_reason,
    answer.kind AS answer, answer.at AS answered_at, answer.user_name AS answered_by, answer.reason AS answer_reason
  FROM drawn AS log
  CROSS JOIN LATERAL (SELECT log.verification_id, log.id) AS decided
  LEFT JOIN LATERAL (
    SELECT user_name, reason FROM review_log
    WHERE verification_id = decided.verification_id AND id < decided.id AND kind = 'submitted' ORDER BY id DESC LIMIT 1
  ) AS proposal ON log.kind = 'approved'
  LEFT JOIN LATERAL (${ANSWER}) AS answer ON log.kind = 'submitted'
  ORDER BY log.at, log.id`;

const COUNT = `
  SELECT count(*)::int AS count FROM review_log
  WHERE digest IS NOT NULL AND at >= $1::timestamptz AND at < $2::timestamptz`;

/** The decisions of a period with what they rest on, the oldest first, and how many there were. Throws where they are too many. */
export async function listDecisions(
  { from, to, sample, seed }: DecisionsAsked,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<{ items: Decided[]; total: number }> {
  const period = [from, endOfRange(to)];
  const { rows } = await pool.query<{ count: number }>(COUNT, period);
  const total = rows[0]?.count ?? 0;
  if (sample === null && total > MOST_DECISIONS) {
    throw invalid(`There are ${total} decisions: take a shorter period, or a sample of at most ${MOST_DECISIONS}.`);
  }
  const drawn = await pool.query<Row>(SELECT, [...period, sample, seed, MOST_DECISIONS]);
  return { items: drawn.rows.map((row) => ({ ...row, basis: withoutHashes(row.basis) })), total };
}

type Row = Omit<Decided, "basis"> & { basis: Basis };

/** Hashes of names, CURPs and dates tell which files are about the same person: they serve to compare and stay here. */
const withoutHashes = ({ people, ...basis }: Basis): Decided["basis"] => ({
  ...basis,
  people: people?.map(({ people_id, outcome, people_error }) => ({ people_id, outcome, people_error })) ?? null,
});

const COLUMNS = [
  "entry_id",
  "at",
  "verification_id",
  "kind",
  "state",
  "resolution",
  "reason_code",
  "reason",
  "user_id",
  "user_name",
  "policy_version",
  "undone",
  "digest",
  "proposed_by",
  "proposal_reason",
  "answer",
  "answered_at",
  "answered_by",
  "answer_reason",
  "basis",
] as const satisfies (keyof Decided)[];

const BYTE_ORDER_MARK = "\ufeff";

/** The same as CSV that is safe in a spreadsheet; the basis is its JSON. */
export const decisionsAsCsv = (items: readonly Decided[]): string =>
  BYTE_ORDER_MARK +
  [[...COLUMNS], ...items.map((item) => COLUMNS.map((name) => textOf(item[name])))].map(csvLine).join("");

const textOf = (value: unknown): string =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
