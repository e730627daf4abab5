import type { Client } from "#lib/server/db/database.ts";
import { LIST_GROUP } from "#lib/server/db/list-group.ts";

/** Longer than any filter's value (200), so that a value cut here equals none of them, and fit for an index. */
const CUT = 201;

/** One graver finding outweighs any number of lesser ones. */
const WEIGHT =
  "LEAST(findings_high, 9999)::bigint * 100000000 + LEAST(findings_medium, 9999) * 10000 + LEAST(findings_low, 9999)";

const COLUMNS = [
  "list_group",
  "active_at",
  "created_at",
  "tag",
  "findings_weight",
  "items_with_error",
  "terms",
  "searched",
];
const columns = COLUMNS.join(", ");
const excluded = COLUMNS.map((name) => `EXCLUDED.${name}`).join(", ");
const known = COLUMNS.map((name) => `listed.${name}`).join(", ");

/** A row's labels, codes and account, each with its kind. */
const VALUES = `
  SELECT 'label' AS kind, unnest(labels) AS value UNION ALL SELECT 'item_error', unnest(item_errors)
  UNION ALL SELECT 'account', account_id WHERE account_id IS NOT NULL`;

/** The rows of these verifications' summaries, `$1` their ids; or of all with `true` in place of the condition. */
const freshRows = (condition: string): string => `
  SELECT verification_id, ${LIST_GROUP} AS list_group, COALESCE(last_activity_at, '-infinity') AS active_at,
    COALESCE(created_at, '-infinity') AS created_at, left(COALESCE(tag, ''), ${CUT}) COLLATE "C" AS tag,
    ${WEIGHT} AS findings_weight, items_with_error, labels, item_errors, account_id,
    ARRAY(
      SELECT kind || ':' || left(value, ${CUT}) FROM (${VALUES}) AS current ORDER BY kind, value COLLATE "C"
    ) AS terms,
    lower((E'\\n' || verification_id || E'\\n' || COALESCE(tag, '') || E'\\n' || COALESCE(account_name, '')) COLLATE "default") AS searched
  FROM verification_summaries WHERE ${condition}`;

const upsert = (table: string): string => `
  INSERT INTO ${table} AS listed (verification_id, ${columns}) SELECT verification_id, ${columns} FROM fresh
  ON CONFLICT (verification_id) DO UPDATE SET (${columns}) = ROW (${excluded})
    WHERE (${known}) IS DISTINCT FROM (${excluded})`;

const writeRows = (condition: string): string => `
  WITH fresh AS MATERIALIZED (${freshRows(condition)}
  ), list AS (${upsert("verification_list")}
  ), search AS (${upsert("verification_search")}
  ), wanted AS MATERIALIZED (
    SELECT DISTINCT verification_id, kind, left(value, ${CUT}) COLLATE "C" AS value, list_group, active_at
    FROM fresh CROSS JOIN LATERAL (${VALUES}) AS current
  ), gone AS (
    DELETE FROM verification_list_values AS listed USING fresh
    WHERE listed.verification_id = fresh.verification_id AND NOT EXISTS (
      SELECT FROM wanted WHERE wanted.verification_id = listed.verification_id AND wanted.kind = listed.kind
        AND wanted.value = listed.value
    )
  )
  INSERT INTO verification_list_values AS listed (verification_id, kind, value, list_group, active_at)
  SELECT verification_id, kind, value, list_group, active_at FROM wanted
  ON CONFLICT (verification_id, kind, value) DO UPDATE
    SET list_group = EXCLUDED.list_group, active_at = EXCLUDED.active_at
    WHERE (listed.list_group, listed.active_at) IS DISTINCT FROM (EXCLUDED.list_group, EXCLUDED.active_at)`;

const OF_THESE = writeRows("verification_id = ANY($1::text[])");

/** The statement for all verifications, for a migration or a table that was filled by other means. */
export const OF_ALL = writeRows("true");

/**
 * Writes what these verifications are listed, searched and counted by, from their summaries alone: whatever the order
 * of events, equal summaries give equal rows. Run it after `summarise`, under the same locks.
 */
export async function writeListRows(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query({ name: "write_list_rows", text: OF_THESE, values: [verificationIds] });
}
