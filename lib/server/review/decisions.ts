import type { Basis } from "#lib/contract/review/facts.ts";
import { type Decided, MOST_DECISIONS } from "#lib/contract/verifications/review.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { endOfRange } from "#lib/server/db/list-query.ts";
import { csvLine } from "#lib/server/tables/csv.ts";

/** Each end is a day in UTC, or an instant; a sample is drawn by the seed, the same each time. */
export type DecisionsAsked = { from: string; to: string; sample: number | null; seed: string };

const SELECT = `
  SELECT * FROM (
    SELECT log.id AS entry_id, log.verification_id, log.at, log.kind, log.user_id, log.user_name, log.state, log.resolution,
      log.reason_code, log.reason, log.policy_version, log.digest, log.basis,
      EXISTS (
        SELECT FROM review_log AS later WHERE later.verification_id = log.verification_id AND later.undoes = log.id
      ) AS undone
    FROM review_log AS log
    WHERE log.digest IS NOT NULL AND log.at >= $1::timestamptz AND log.at < $2::timestamptz
    ORDER BY CASE WHEN $3::int IS NOT NULL THEN md5($4 || ' ' || log.id) END, log.at, log.id LIMIT COALESCE($3, $5)
  ) AS drawn ORDER BY at, entry_id`;

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
  "basis",
] as const satisfies (keyof Decided)[];

const BYTE_ORDER_MARK = "\ufeff";

/** The same as CSV that is safe in a spreadsheet; the basis is its JSON. */
export const decisionsAsCsv = (items: readonly Decided[]): string =>
  BYTE_ORDER_MARK +
  [[...COLUMNS], ...items.map((item) => COLUMNS.map((name) => textOf(item[name])))].map(csvLine).join("");

const textOf = (value: unknown): string =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
