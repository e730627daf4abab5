import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";

/** The columns of `verification_summaries` that pages show, in one place so that list and detail agree. */
export const SUMMARY_COLUMNS = `verification_id, account_id, account_name, tag, created_at, status, status_at,
  documents_status, documents_status_at, first_completed_at, has_gap, findings_high, findings_medium, findings_low,
  findings_source, findings_computed_at, items_total, items_with_error, item_errors, labels, label_names,
  last_activity_at`;

export type SummaryRow = Omit<VerificationSummary, "findings"> & {
  findings_high: number;
  findings_medium: number;
  findings_low: number;
  findings_source: string | null;
  findings_computed_at: string | null;
};

export function summaryFromRow(row: SummaryRow): VerificationSummary {
  const { findings_high, findings_medium, findings_low, findings_source, findings_computed_at, ...rest } = row;
  return {
    ...rest,
    findings: {
      high: findings_high,
      medium: findings_medium,
      low: findings_low,
      source: findings_source,
      computed_at: findings_computed_at,
    },
  };
}
