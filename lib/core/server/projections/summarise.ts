import type { Client } from "#lib/platform/server/db/database.ts";
import { DOCUMENTS, OBSERVED } from "./summarise-status.ts";
import { SUMMARISED } from "./summary-columns.ts";

const severityCount = (severity: string): string =>
  `(SELECT count(*) FROM jsonb_array_elements(run.findings) AS finding WHERE finding ->> 'severity' = '${severity}')::int AS findings_${severity}`;

/** The first finding of the highest severity, cut to the length of a list row. */
const TOP_FINDING = `(
      SELECT jsonb_build_object('severity', finding -> 'severity', 'message', left(finding ->> 'message', 200),
        'missing_field', left(finding ->> 'missing_field', 200))
      FROM jsonb_array_elements(run.findings) WITH ORDINALITY AS each(finding, place)
      ORDER BY array_position('{high,medium,low}'::text[], finding ->> 'severity'), place LIMIT 1
    ) AS gravest_finding`;

const FINDINGS = `
  SELECT run.source AS findings_source, run.computed_at AS findings_computed_at, run.found_by = 'api' AS run_unreported,
    ${["high", "medium", "low"].map(severityCount).join(",\n    ")},
    ${TOP_FINDING}
  FROM findings_runs_of(touched.verification_id) AS run WHERE is_current`;

const distinctItems = (column: string, condition = "true"): string =>
  `COALESCE(array_agg(DISTINCT ${column} COLLATE "C") FILTER (WHERE ${column} IS NOT NULL AND ${condition}), '{}')`;

const ITEMS = `
  SELECT count(*)::int AS items_total, COALESCE(bool_or(NOT completed), false) AS items_open,
    count(problem)::int AS items_with_error, ${distinctItems("item_error")} AS item_errors,
    ${distinctItems("item_type")} AS item_types, ${distinctItems("item_type", "problem IS NOT NULL")} AS item_types_with_error
  FROM item_changes_of(touched.verification_id) WHERE is_current`;

const LABELS = `
  SELECT COALESCE(array_agg(label ORDER BY label COLLATE "C"), '{}') AS labels,
    COALESCE(array_agg(COALESCE(display_name, label) ORDER BY label COLLATE "C"), '{}') AS label_names
  FROM label_changes_of(touched.verification_id) WHERE is_current AND kind = 'added'`;

const COUNTS = new Set(["findings_high", "findings_medium", "findings_low"]);

const list = (from: string): string => SUMMARISED.map((name) => `${from}.${name}`).join(", ");

/** Without a run of findings their counts are 0. */
const FRESH = SUMMARISED.map((name) => (COUNTS.has(name) ? `COALESCE(fresh.${name}, 0)` : `fresh.${name}`)).join(", ");

/** Parts with contradictory facts, in the order of their names (`lib/core/server/verifications/incomplete.ts`). */
const CONTRADICTIONS = `array_remove(ARRAY[
      CASE WHEN documents.has_gap OR documents.change_unreported OR NOT observed.created THEN 'documents_status_timeline' END,
      CASE WHEN findings.run_unreported AND findings.findings_computed_at IS NOT NULL THEN 'findings' END,
      CASE WHEN (observed.status = 'finished' AND items.items_open) IS TRUE OR NOT observed.created THEN 'items' END,
      CASE WHEN NOT observed.created THEN 'labels' END
    ], NULL)`;

/** Updates only the summaries that have changed. */
const SUMMARISE = `
  UPDATE verification_summaries AS summary SET (${SUMMARISED.join(", ")}) = ROW (${FRESH})
  FROM (
    SELECT touched.verification_id, observed.*, documents.*, findings.*, items.*, labels.*, ${CONTRADICTIONS} AS contradictions
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
 * Computes the summaries of these verifications from their facts, in one statement, and their rows in
 * `verification_list`. Run it after `lockSummaries`, in the same READ COMMITTED transaction.
 */
export async function summarise(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query({ name: "summarise", text: SUMMARISE, values: [verificationIds] });
  await writeListRows(client, verificationIds);
}

const ORDER_COLUMNS =
  "by_activity, by_creation, by_tag, by_status, by_documents_status, by_findings, by_items_with_error, facets";
const orderColumns = (of: string): string => ORDER_COLUMNS.replaceAll(/\w+/g, `${of}.$&`);

const WRITE_LIST_ROWS = `
  INSERT INTO verification_list AS listed (verification_id, ${ORDER_COLUMNS})
  SELECT verification_id, ${ORDER_COLUMNS} FROM ordered_summaries WHERE verification_id = ANY ($1::text[])
  ON CONFLICT (verification_id) DO UPDATE SET (${ORDER_COLUMNS}) = ROW (${orderColumns("EXCLUDED")})
    WHERE (${orderColumns("listed")}) IS DISTINCT FROM (${orderColumns("EXCLUDED")})`;

/**
 * Writes the sort keys and facets of these verifications. Equal summaries give equal rows, whatever the order of
 * events. Run it after `summarise`, under the same locks.
 */
export async function writeListRows(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query({ name: "write_list_rows", text: WRITE_LIST_ROWS, values: [verificationIds] });
}

/**
 * Inserts missing summary rows and locks the rows of these verifications, in id order, so that two workers can neither
 * deadlock nor summarise without each other's facts (design §4, Summary). Facts are written only under these locks,
 * which end with the transaction.
 */
export async function lockSummaries(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query(
    `INSERT INTO verification_summaries (verification_id)
     SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
    [verificationIds],
  );
  await client.query(
    `SELECT FROM verification_summaries WHERE verification_id = ANY($1::text[])
     ORDER BY verification_id COLLATE "C" FOR UPDATE`,
    [verificationIds],
  );
}
