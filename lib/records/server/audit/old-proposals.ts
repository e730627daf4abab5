import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import type { LogKind } from "#lib/desk/contract/review/log.ts";
import { CURRENT_MEANING } from "#lib/desk/server/review-log/meaning.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";

type Entry = Pick<AuditRow, "entry_id" | "action" | "outcome" | "after">;
type ReviewOutcome = { entry_id: number; kind: LogKind; resolution: Resolution | null };

/** The outcome of an audit entry, by the review log. */
const REVIEW_OUTCOMES = `
  SELECT entry.id AS entry_id, step.kind, step.resolution
  FROM audit_log AS entry JOIN audit_log AS begun ON begun.id = entry.intent_id
  CROSS JOIN LATERAL (
    SELECT ${CURRENT_MEANING.kind} AS kind, log.resolution FROM review_log AS log
    WHERE log.verification_id = entry.ids ->> 'verification_id' AND log.user_id = entry.user_id
      AND log.at BETWEEN begun.at AND entry.at AND log.kind IN ('submitted', 'approved', 'returned_by_approver', 'withdrawn')
    ORDER BY log.id LIMIT 1
  ) AS step
  WHERE entry.id = ANY ($1)`;

/**
 * Rewrites entries of proposals and answers in the current form (`outcomeFacts`, `answerFacts`): the old form held only
 * the request, so that proposals looked resolved, and withdrawn ones looked rejected. An erased file has no review log:
 * its entries stay as stored.
 */
export async function restateProposals<Row extends Entry>(
  rows: readonly Row[],
  pool: Pick<Database["pool"], "query">,
): Promise<Row[]> {
  const oldForms = rows.filter(isOldForm).map(({ entry_id }) => entry_id);
  if (oldForms.length === 0) return [...rows];
  const found = await pool.query<ReviewOutcome>(REVIEW_OUTCOMES, [oldForms]);
  const steps = new Map(found.rows.map((step) => [step.entry_id, step]));
  return rows.map((row) => {
    const step = steps.get(row.entry_id);
    return step ? { ...row, after: restated(row.after ?? {}, step) } : row;
  });
}

const isOldForm = ({ action, outcome, after }: Entry): boolean =>
  outcome === "done" &&
  ((action === "review.changed" && after?.state === "resolved" && after.resolution !== undefined) ||
    (action === "review.ratified" && after === null) ||
    (action === "review.approval_answered" && after?.approve !== undefined));

function restated(stored: Record<string, unknown>, { kind, resolution }: ReviewOutcome): Record<string, unknown> {
  const { approve: _, state: __, resolution: ___, ...rest } = stored;
  if (kind === "submitted") return { ...rest, state: "approval", proposed: resolution };
  if (kind === "approved") return { ...rest, answer: "approved", resolution };
  return { ...rest, answer: kind === "withdrawn" ? "withdrawn" : "returned" };
}
