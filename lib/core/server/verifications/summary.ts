import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { Finding, VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { SUMMARISED } from "#lib/core/server/projections/summary-columns.ts";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import { shownName, shownText } from "#lib/platform/contract/text.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Columns of `verification_summaries` that list and detail show. */
export const SUMMARY_COLUMNS = ["verification_id", "title", "tax_id", ...SUMMARISED];

export type SummaryRow = Omit<VerificationSummary, "findings" | "possibly_incomplete" | "review"> & {
  contradictions: string[];
  findings_high: number;
  findings_medium: number;
  findings_low: number;
  findings_source: string | null;
  findings_computed_at: string | null;
  gravest_finding: Finding | null;
};

export function summaryFromRow(
  row: Omit<SummaryRow, "contradictions">,
): Omit<VerificationSummary, "possibly_incomplete" | "review"> {
  const { findings_high: high, findings_medium: medium, findings_low: low, ...others } = row;
  const { findings_source: source, findings_computed_at: computed_at, gravest_finding: gravest, ...rest } = others;
  return {
    ...rest,
    account_name: shownName(rest.account_name),
    tag: shownName(rest.tag),
    title: shownName(rest.title),
    tax_id: shownName(rest.tax_id),
    label_names: rest.label_names.map(shownText),
    findings: { high, medium, low, source, computed_at, gravest },
  };
}

type ReadRow = {
  succeeded_at: string | null;
  failed_at: string | null;
  failing_since: string | null;
  error_code: string | null;
  error_status: number | null;
};

/** The last successful read of a verification or its people, and a later failure. */
export async function readFreshness(
  client: Client,
  verification_id: string,
  subject: SnapshotSubject,
): Promise<Freshness> {
  const { rows } = await client.query<ReadRow>(
    `SELECT succeeded_at, failed_at, failing_since, error_code, error_status FROM verification_reads
     WHERE verification_id = $1 AND subject = $2`,
    [verification_id, subject],
  );
  const [row] = rows;
  const failing = row?.failed_at && (!row.succeeded_at || row.failed_at > row.succeeded_at) ? row : null;
  return {
    read_at: row?.succeeded_at ?? null,
    stale: failing?.failed_at
      ? {
          since: row?.succeeded_at ?? failing.failing_since ?? failing.failed_at,
          code: failing.error_code ?? "SERVICE_ERROR",
          status: failing.error_status,
        }
      : null,
    unknown_to_service: failing?.error_status === 404,
  };
}
