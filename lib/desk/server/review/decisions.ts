import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import type { ExceptionChoice } from "#lib/core/contract/verifications/review-codes.ts";
import type { Basis } from "#lib/desk/contract/review/facts.ts";
import { type AuditedDecision, type DecisionList, MAX_DECISIONS } from "#lib/desk/contract/review/log.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { CURRENT_MEANING, NOT_UNDONE, TOGETHER } from "#lib/desk/server/review-log/meaning.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import { startOfDay } from "#lib/platform/contract/working-time.ts";
import { invalid } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readPolicy, reasonReader } from "./policy.ts";

/**
 * Each end of the period is a day in the zone of the policy, included, or an instant. A seed always draws the same
 * sample. `basis`: whether to read the facts on which the decisions rest.
 */
export type DecisionsAsked = DecisionsOf & { sample: number | null; seed: string; basis: boolean };

type DecisionsOf = {
  from: string;
  to: string;
  /** Only acceptances in spite of this; `any` for every acceptance with an exception. */
  exception?: ExceptionChoice | null;
  user?: string | null;
  resolution?: Resolution | null;
  /** `yes`: only files that were accepted together with others; `no`: none of them. */
  together?: "yes" | "no" | null;
};

/** The answer to a proposal: the first later entry, before the next decision, that was not undone. */
const ANSWER = `
  SELECT * FROM (
    SELECT ${CURRENT_MEANING.kind} AS kind, log.at, log.user_name, ${CURRENT_MEANING.reason} AS reason
    FROM review_log AS log
    WHERE log.verification_id = decided.verification_id AND log.id > decided.id AND ${NOT_UNDONE}
      AND kind IN ('submitted', 'decided', 'approved', 'returned_by_approver', 'reopened', 'withdrawn')
    ORDER BY log.id LIMIT 1
  ) AS next WHERE kind IN ('approved', 'returned_by_approver', 'withdrawn')`;

const IN_PERIOD = `
  FROM review_log AS log WHERE digest IS NOT NULL AND at >= $1::timestamptz AND at < $2::timestamptz
    AND NOT ${isBlockedId("log.verification_id")}`;

/** SQL: the decisions of a period by the filters, in the order of `filtersOf`. */
export const DECIDED = `${IN_PERIOD}
    AND ($3::text IS NULL OR exceptions_of(log) @> ARRAY[$3] OR $3 = 'any' AND exceptions_of(log) <> '{}')
    AND ($4::uuid IS NULL OR user_id = $4) AND ($5::text IS NULL OR resolution = $5)
    AND ($6::text IS NULL OR (batch IS NOT NULL) = ($6 = 'yes'))`;

/** SQL: the place of a decision among those that a seed draws. */
export const drawOrder = (seed: string): string => `md5(${seed} || ' ' || log.id)`;

const DRAWN = `
  SELECT log.id${DECIDED}
  ORDER BY CASE WHEN $7::int IS NOT NULL THEN ${drawOrder("$8")} END, at, id LIMIT COALESCE($7, ${MAX_DECISIONS})`;

/** SQL: `DecisionRow`s by time. `ids` and `basis` are SQL: the ids of entries of the log, and whether to read the facts. */
export const selectDecisions = (ids: string, basis = "false"): string => `
  WITH drawn AS (${ids})
  SELECT log.id AS entry_id, log.verification_id, log.at, log.kind, log.user_id, log.user_name, log.state, log.resolution,
    log.reason_code, ${CURRENT_MEANING.reason} AS reason, log.review_on, log.policy_version, log.digest, log.pdfs,
    exceptions_of(log) AS exceptions, CASE WHEN ${basis} THEN log.basis END AS basis, ${TOGETHER} AS together,
    file.tag, file.title, NOT (${NOT_UNDONE}) AS undone,
    proposal.user_name AS proposed_by, proposal.reason AS proposal_reason,
    answer.kind AS answer, answer.at AS answered_at, answer.user_name AS answered_by, answer.reason AS answer_reason
  FROM drawn JOIN review_log AS log ON log.id = drawn.id
  CROSS JOIN LATERAL (SELECT log.verification_id, log.id) AS decided
  LEFT JOIN verification_summaries AS file ON file.verification_id = log.verification_id
  LEFT JOIN LATERAL (
    SELECT user_name, reason FROM review_log
    WHERE verification_id = decided.verification_id AND id < decided.id AND kind = 'submitted' ORDER BY id DESC LIMIT 1
  ) AS proposal ON log.kind = 'approved'
  LEFT JOIN LATERAL (${ANSWER}) AS answer ON log.kind = 'submitted'
  ORDER BY log.at, log.id`;

const SELECT = selectDecisions(DRAWN, "$9");

export const COUNT = `SELECT count(*)::int AS count, count(*) FILTER (WHERE NOT (${NOT_UNDONE}))::int AS undone ${DECIDED}`;

/** The authors of the steps of a period, each with the newest name. */
const OFFICERS = `SELECT * FROM (
  SELECT DISTINCT ON (user_id) user_id, user_name ${IN_PERIOD} AND user_id IS NOT NULL ORDER BY user_id, id DESC
) AS officer ORDER BY user_name, user_id`;

const HAS_TOGETHER = `SELECT EXISTS (SELECT ${IN_PERIOD} AND batch IS NOT NULL) AS has_together`;

/** The time zone of a period's days. */
export const decisionsZone = async ({ pool }: Pooled = database()): Promise<string> =>
  (await readPolicy(pool)).working.time_zone;

/**
 * The decisions of a period, the oldest first, and their total numbers. Throws VALIDATION_ERROR for more than
 * `MAX_DECISIONS`.
 */
export async function listDecisions(
  { sample, seed, basis, ...source }: DecisionsAsked,
  { pool }: Pooled = database(),
): Promise<DecisionList> {
  const asked = await filtersOf(pool, source);
  const { rows } = await pool.query<{ count: number; undone: number }>(COUNT, asked);
  const { count: total, undone } = rows[0] ?? { count: 0, undone: 0 };
  if (sample === null && total > MAX_DECISIONS) {
    throw invalid(`There are ${total} decisions: take a shorter period, or a sample of at most ${MAX_DECISIONS}.`);
  }
  const drawn = await pool.query<DecisionRow>(SELECT, [...asked, sample, seed, basis]);
  const items = await decisionsOf(pool, drawn.rows);
  const period = asked.slice(0, 2);
  const { rows: officers } = await pool.query<DecisionList["officers"][number]>(OFFICERS, period);
  const { rows: batches } = await pool.query<Pick<DecisionList, "has_together">>(HAS_TOGETHER, period);
  return { items, total, undone, officers, has_together: batches[0]?.has_together ?? false };
}

/** The values of the parameters of `DECIDED`. */
export async function filtersOf(
  client: Client,
  { from, to, exception = null, user = null, resolution = null, together = null }: DecisionsOf,
) {
  const { working } = await readPolicy(client);
  const since = isDay(from) ? startOfDay(from, working.time_zone) : from;
  const until = isDay(to) ? startOfDay(dayAfter(to), working.time_zone) : to;
  return [since, until, exception, user, resolution, together];
}

/** The decisions of the rows of `selectDecisions`. */
export async function decisionsOf<Row extends DecisionRow>(client: Client, rows: readonly Row[]) {
  const reasonOf = reasonReader(client);
  const items: (Omit<Row, "basis"> & AuditedDecision)[] = [];
  for (const row of rows) {
    const reason_name = await reasonOf(row.policy_version, row.reason_code);
    const basis = row.basis && withoutHashes(row.basis);
    items.push({ ...row, tag: shownName(row.tag), title: shownName(row.title), reason_name, basis });
  }
  return items;
}

export type DecisionRow = Omit<AuditedDecision, "basis" | "reason_name"> & { basis: Basis | null };

const isDay = (moment: string): boolean => moment.length === 10;

/** Removes the hashes of names, CURPs and dates: in an export they would show that files are about the same person. */
const withoutHashes = ({ people, ...basis }: Basis): object => ({
  ...basis,
  people: people?.map(({ people_id, outcome, people_error }) => ({ people_id, outcome, people_error })) ?? null,
});
