import type { ExportColumn } from "#lib/core/contract/verifications/export.ts";
import { type Finding, SEVERITIES, type VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { reasonReader } from "#lib/desk/server/review/policy.ts";
import { type DecisionStep, reasonOfDecision, STEP_COLUMNS, standingSteps } from "#lib/desk/server/review/steps.ts";
import { NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Words of the steps of a decision, in a row of an export. */
export type DecisionDetails = {
  decided_at: Instant | null;
  approved_at: Instant | null;
  /** The reason in the catalogue of the decision's policy; the code if that catalogue has no such reason. */
  reason: { en: string; es: string } | null;
  words: string | null;
  exceptions: string[];
};

const FINDINGS = `
  SELECT touched.verification_id, run.findings
  FROM unnest($1::text[]) AS touched(verification_id)
  CROSS JOIN LATERAL findings_runs_of(touched.verification_id) AS run WHERE run.is_current`;

/** The findings of the current runs of these files, gravest first. Files without a run are absent. */
export async function readFindings(client: Client, ids: readonly string[]): Promise<Map<string, Finding[]>> {
  const { rows } = await client.query<{ verification_id: string; findings: Finding[] }>(FINDINGS, [ids]);
  return new Map(rows.map(({ verification_id, findings }) => [verification_id, findings.toSorted(bySeverity)]));
}

const rank = ({ severity }: Finding): number => {
  const place = (SEVERITIES as readonly string[]).indexOf(severity);
  return place === -1 ? SEVERITIES.length : place;
};
const bySeverity = (a: Finding, b: Finding): number => rank(a) - rank(b);

type StepRow = DecisionStep & { verification_id: string };

const STEPS = `
  SELECT ${STEP_COLUMNS}, verification_id FROM review_log AS log
  WHERE verification_id = ANY ($1) AND digest IS NOT NULL AND ${NOT_UNDONE}
  ORDER BY id DESC`;

/** Facts for the columns of a decision; read once for an export. */
export function decisionReader(client: Client) {
  const reasonOf = reasonReader(client);
  /** For files with a decided or proposed review; others are absent. */
  return async (files: readonly VerificationSummary[]): Promise<Map<string, DecisionDetails>> => {
    const reviewed = files.filter(({ review }) => review?.state === "approval" || review?.state === "resolved");
    const { rows } = await client.query<StepRow>(STEPS, [reviewed.map(({ verification_id }) => verification_id)]);
    const byFile = Map.groupBy(rows, ({ verification_id }) => verification_id);
    const details = new Map<string, DecisionDetails>();
    for (const { verification_id, review } of reviewed) {
      const known = byFile.get(verification_id) ?? [];
      // Until a reopening is approved, the decision stands.
      const isProposed = review?.state === "approval" && review.resolution !== null;
      const steps = isProposed ? known.slice(0, 1) : standingSteps(known);
      const last = steps.at(-1) as StepRow | undefined;
      if (!last) continue;
      const { reason_code: code, reason: words } = reasonOfDecision(steps);
      const author = last.kind === "approved" ? steps.findLast(({ kind }) => kind === "submitted") : last;
      details.set(verification_id, {
        decided_at: author?.at ?? null,
        approved_at: last.kind === "approved" ? last.at : null,
        reason: (await reasonOf(last.policy_version, code)) ?? (code === null ? null : { en: code, es: code }),
        words,
        exceptions: last.exceptions,
      });
    }
    return details;
  };
}

/** Columns that need more than a row of the list. */
const OF_FINDINGS: readonly ExportColumn[] = ["findings", "missing_fields"];
const OF_DECISIONS: readonly ExportColumn[] = [
  "review_decided_at",
  "review_approved_at",
  "review_reason",
  "review_words",
  "review_exceptions",
];
export const needsFindings = (columns: readonly ExportColumn[]): boolean =>
  columns.some((column) => OF_FINDINGS.includes(column));
export const needsDecisions = (columns: readonly ExportColumn[]): boolean =>
  columns.some((column) => OF_DECISIONS.includes(column));
