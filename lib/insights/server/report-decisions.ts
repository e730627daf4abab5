import type { Resolution, ReviewState } from "#lib/core/contract/verifications/review.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { reasonReader } from "#lib/desk/server/review/policy.ts";
import { CURRENT_MEANING, NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import {
  MAX_REPORTED,
  MAX_REPORTED_REASON,
  MAX_REPORTED_REOPENED,
  type MonthlyReport,
  type ReportedException,
  type ReportedReason,
  type ReportedReopening,
} from "#lib/insights/contract/report.ts";
import { shownValue } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Instants, the second exclusive. */
export type TimeRange = [since: Instant, until: Instant];

/** SQL: the log entry decides; a proposal does so once it is approved. */
const DECIDED = `log.digest IS NOT NULL AND log.kind <> 'submitted' AND NOT ${isBlockedId("log.verification_id")}
  AND ${NOT_UNDONE}`;

/** The proposal that an entry of the log approved. */
const PROPOSAL = `
  LEFT JOIN LATERAL (
    SELECT proposal.user_name, proposal.reason, proposal.reason_code FROM review_log AS proposal
    WHERE proposal.verification_id = log.verification_id AND proposal.id < log.id AND proposal.kind = 'submitted'
    ORDER BY proposal.id DESC LIMIT 1
  ) AS proposal ON log.kind = 'approved'`;

const EXCEPTIONS = `
  SELECT log.id AS entry_id, log.verification_id, log.at, log.digest, step.exceptions, file.tag, file.title,
    COALESCE(proposal.user_name, log.user_name) AS decided_by,
    CASE WHEN log.kind = 'approved' THEN log.user_name END AS approved_by,
    left(COALESCE(proposal.reason, ${CURRENT_MEANING.reason}), ${MAX_REPORTED_REASON}) AS reason,
    (count(*) OVER ())::int AS total
  FROM insight_reviews AS step
  JOIN review_log AS log ON log.verification_id = step.verification_id AND log.at = step.at AND ${DECIDED}
  ${PROPOSAL}
  LEFT JOIN verification_summaries AS file ON file.verification_id = log.verification_id
  WHERE step.kind = 'decided' AND step.at >= $1::timestamptz AND step.at < $2::timestamptz
    AND cardinality(step.exceptions) > 0
  ORDER BY log.at, log.id LIMIT ${MAX_REPORTED}`;

/** Acceptances of the period in spite of exceptions, the oldest first. */
export async function readExceptions(tx: Client, period: TimeRange): Promise<MonthlyReport["exceptions"]> {
  const { rows } = await tx.query<ReportedException & { total: number }>(EXCEPTIONS, period);
  return { items: rows.map(({ total: _, ...item }) => shownValue(item)), total: rows[0]?.total ?? 0 };
}

const REASONS = `
  SELECT log.resolution, COALESCE(proposal.reason_code, ${CURRENT_MEANING.reason_code}) AS code,
    count(DISTINCT log.verification_id)::int AS files, max(log.policy_version) AS policy_version
  FROM review_log AS log
  ${PROPOSAL}
  WHERE log.at >= $1::timestamptz AND log.at < $2::timestamptz AND log.resolution IN ('rejected', 'closed')
    AND log.kind <> 'ratified' AND ${DECIDED}
  GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`;

/** Rejections and closures of the period by reason, the most frequent first. */
export async function readReasons(tx: Client, period: TimeRange): Promise<ReportedReason[]> {
  const { rows } = await tx.query<Omit<ReportedReason, "words"> & { policy_version: number }>(REASONS, period);
  const wordsOf = reasonReader(tx);
  const reasons: ReportedReason[] = [];
  for (const { policy_version, ...reason } of rows) {
    reasons.push({ ...reason, words: await wordsOf(policy_version, reason.code) });
  }
  return reasons;
}

const REOPENED = `
  SELECT step.verification_id, step.at, step.changes, file.tag, file.title, review.state,
    earlier.at AS decided_at, earlier.resolution AS decided_as,
    later.kind AS later_kind, later.at AS later_at, later.resolution AS later_resolution, later.user_name AS later_by,
    (count(*) OVER ())::int AS total
  FROM insight_reviews AS step
  LEFT JOIN verification_summaries AS file ON file.verification_id = step.verification_id
  LEFT JOIN reviews AS review ON review.verification_id = step.verification_id
  LEFT JOIN LATERAL (
    SELECT log.at, log.resolution FROM review_log AS log
    WHERE log.verification_id = step.verification_id AND log.at < step.at AND ${DECIDED}
    ORDER BY log.id DESC LIMIT 1
  ) AS earlier ON true
  LEFT JOIN LATERAL (
    SELECT log.kind, log.at, log.resolution, log.user_name FROM review_log AS log
    WHERE log.verification_id = step.verification_id AND log.at > step.at
      AND (log.kind = 'vanished' OR log.digest IS NOT NULL AND log.kind <> 'submitted') AND ${NOT_UNDONE}
    ORDER BY log.id LIMIT 1
  ) AS later ON true
  WHERE step.kind = 'reopened' AND step.at >= $1::timestamptz AND step.at < $2::timestamptz
    AND NOT ${isBlockedId("step.verification_id")}
  ORDER BY step.at, step.verification_id LIMIT ${MAX_REPORTED_REOPENED}`;

type ReopenedRow = Pick<ReportedReopening, "verification_id" | "at" | "changes" | "tag" | "title"> & {
  state: ReviewState | null;
  decided_at: Instant | null;
  decided_as: Resolution | null;
  later_kind: string | null;
  later_at: Instant | null;
  later_resolution: Resolution | null;
  later_by: string | null;
  total: number;
};

/** Decisions that changed facts reopened in the period, with their outcomes until now. */
export async function readReopened(tx: Client, period: TimeRange): Promise<MonthlyReport["reopened"]> {
  const { rows } = await tx.query<ReopenedRow>(REOPENED, period);
  const items = rows.map((row): ReportedReopening => {
    const { verification_id, at, changes, tag, title, decided_at, decided_as } = row;
    const decided = decided_at && decided_as ? { at: decided_at, resolution: decided_as } : null;
    return shownValue({ verification_id, at, changes, tag, title, decided, outcome: outcomeOf(row) });
  });
  return { items, total: rows[0]?.total ?? 0 };
}

function outcomeOf({
  state,
  later_kind,
  later_at,
  later_resolution,
  later_by,
}: ReopenedRow): ReportedReopening["outcome"] {
  if (later_at === null) return { kind: "state", state };
  if (later_kind === "vanished") return { kind: "vanished", at: later_at };
  if (later_resolution === null) return { kind: "state", state };
  return { kind: "decided", at: later_at, resolution: later_resolution, by: later_by };
}
