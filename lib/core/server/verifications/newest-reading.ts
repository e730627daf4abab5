import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The fields of the newest read that show whether the file has changed. */
export type NewestReading = {
  read_at: Instant;
  status: string | null;
  /** Time at which the service's findings were computed; null without findings or without a time. */
  findings_computed_at: Instant | null;
  undated_findings: boolean;
  /** Whether any event has reported a documents_status. */
  documents_reported: boolean;
};

const NEWEST = `
  SELECT read.verification_id, read_at, status, findings_computed_at,
    findings_computed_at IS NULL AND (findings_computed_at_text IS NOT NULL OR COALESCE(findings, '[]') <> '[]') AS undated_findings,
    EXISTS (
      SELECT FROM document_status_changes AS change WHERE change.verification_id = read.verification_id
    ) AS documents_reported
  FROM unnest($1::text[]) AS known(verification_id)
  CROSS JOIN LATERAL newest_reading(known.verification_id, 'verification') AS read`;

/** The newest read by verification; absent without a read. */
export async function newestReadings(
  client: Client,
  verificationIds: readonly string[],
): Promise<Map<string, NewestReading>> {
  const { rows } = await client.query<NewestReading & { verification_id: string }>(NEWEST, [verificationIds]);
  return new Map(rows.map(({ verification_id, ...reading }) => [verification_id, reading]));
}
