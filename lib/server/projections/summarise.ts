import type { Client } from "#lib/server/db/database.ts";
import { writeListRows } from "./list-rows.ts";
import { FINDINGS, ITEMS, LABELS } from "./summarise-parts.ts";
import { DOCUMENTS, OBSERVED } from "./summarise-status.ts";

const COUNTS = new Set(["findings_high", "findings_medium", "findings_low"]);

const COLUMNS = [
  "account_id",
  "account_name",
  "tag",
  "created_at",
  "status",
  "status_at",
  "documents_status",
  "documents_status_at",
  "first_completed_at",
  "has_gap",
  "findings_high",
  "findings_medium",
  "findings_low",
  "findings_source",
  "findings_computed_at",
  "items_total",
  "items_with_error",
  "item_errors",
  "labels",
  "label_names",
  "last_activity_at",
];

const list = (from: string): string => COLUMNS.map((name) => `${from}.${name}`).join(", ");

/** Where no run of findings is known there are none to count. */
const FRESH = COLUMNS.map((name) => (COUNTS.has(name) ? `COALESCE(fresh.${name}, 0)` : `fresh.${name}`)).join(", ");

/**
 * The order in which facts count is that of `lib/contract/events/ordering.ts`, turned round: the current one comes first. A
 * row is written only if it differs.
 */
const SUMMARISE = `
  UPDATE verification_summaries AS summary SET (${COLUMNS.join(", ")}) = ROW (${FRESH})
  FROM (
    SELECT touched.verification_id, observed.*, documents.*, findings.*, items.*, labels.*
    FROM unnest($1::text[]) AS touched(verification_id)
    CROSS JOIN LATERAL (${OBSERVED}) AS observed
    CROSS JOIN LATERAL (${DOCUMENTS}) AS documents
    LEFT JOIN LATERAL (${FINDINGS}) AS findings ON true
    CROSS JOIN LATERAL (${ITEMS}) AS items
    CROSS JOIN LATERAL (${LABELS}) AS labels
  ) AS fresh
  WHERE summary.verification_id = fresh.verification_id
    AND (${list("summary")}) IS DISTINCT FROM (${FRESH})`;

/**
 * Computes the summaries of these verifications from their facts, in one statement, and what lists are looked up by from them. Run it after `lockSummaries`, in
 * the same READ COMMITTED transaction.
 */
export async function summarise(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query({ name: "summarise", text: SUMMARISE, values: [verificationIds] });
  await writeListRows(client, verificationIds);
}
