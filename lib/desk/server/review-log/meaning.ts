/**
 * The meaning of a log entry, in SQL over its row `log`. Versions before 0.3.0 wrote other entries: a proposal withdrawn by
 * its author was returned or reopened, a return had the code of the proposal, and an approval without words had the words
 * of the proposal. An approval without a proposed decision is one of a reopening.
 */
export const CURRENT_MEANING = {
  kind: `CASE WHEN log.kind NOT IN ('returned_by_approver', 'reopened') OR log.before ->> 'state' IS DISTINCT FROM 'approval'
    OR log.kind = 'reopened' AND log.before ->> 'submitted' IS NULL THEN log.kind
    WHEN log.user_id::text = log.before ->> 'submitted_by' THEN 'withdrawn' ELSE 'returned_by_approver' END`,
  reason_code: "CASE WHEN log.kind NOT IN ('returned_by_approver', 'withdrawn') THEN log.reason_code END",
  reason: `CASE WHEN log.kind <> 'approved' OR log.reason IS DISTINCT FROM (
    SELECT proposal.reason FROM review_log AS proposal
    WHERE proposal.verification_id = log.verification_id AND proposal.kind = 'submitted' AND proposal.id < log.id
    ORDER BY proposal.id DESC LIMIT 1) THEN log.reason END`,
} as const;

/**
 * The effect of a log entry on a file's place in the queue, in SQL over its row `log`: returned after a decision, a
 * proposal or an unanswered wait; returned at all; or assigned to another user.
 */
export const QUEUE_EFFECTS = {
  returned: `(log.kind = 'returned_by_approver' AND log.state = 'open' OR log.kind = 'withdrawn' AND log.user_id IS NULL
    OR log.kind = 'returned' AND log.reasons && '{changed,periodic,follow_up}')`,
  answered: "(log.kind = 'returned')",
  handed: "(log.kind = 'assigned' AND log.assignee <> log.user_id)",
} as const;

/** SQL: no later entry undoes the entry of the row `log`. */
export const NOT_UNDONE = `NOT EXISTS (
  SELECT FROM review_log AS later WHERE later.verification_id = log.verification_id AND later.undoes = log.id)`;

/** SQL: the number of other files that the same step accepted; null if the entry of the row `log` is of one file alone. */
export const TOGETHER = `CASE WHEN log.batch IS NOT NULL THEN
  (SELECT count(*) - 1 FROM review_log AS other WHERE other.batch = log.batch)::int END`;
