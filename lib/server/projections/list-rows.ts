import type { Client } from "#lib/server/db/database.ts";
import { LIST_GROUP } from "#lib/server/db/list-group.ts";
import { LAG_CLASS } from "#lib/server/db/list-lag.ts";

/** Longer than any filter's value (200), so that a value cut here equals none of them, and fit for an index. */
const CUT = 201;

/** One graver finding outweighs any number of lesser ones. */
const WEIGHT =
  "LEAST(findings_high, 9999)::bigint * 100000000 + LEAST(findings_medium, 9999) * 10000 + LEAST(findings_low, 9999)";

/** What each of the tables has of a row, by the name that `freshRows` gives it. */
const ORDERED = ["list_group", "active_at", "created_at", "tag", "findings_weight", "items_with_error"];

/** A row's labels, codes, account and its name, each with its kind. */
const VALUES = `
  SELECT 'label' AS kind, unnest(labels) AS value UNION ALL SELECT 'item_error', unnest(item_errors)
  UNION ALL SELECT 'account', account_id WHERE account_id IS NOT NULL
  UNION ALL SELECT 'account_name', account_name WHERE account_name IS NOT NULL`;

/** Text in small letters, a line each after an empty one. */
const searched = (...columns: string[]): string =>
  `lower((${columns.map((column) => `E'\\n' || COALESCE(${column}, '')`).join(" || ")}) COLLATE "default")`;

/** The rows of these verifications' summaries, `$1` their ids; or of all with `true` in place of the condition. */
const freshRows = (condition: string): string => `
  SELECT verification_id, ${LIST_GROUP} AS list_group, COALESCE(last_activity_at, '-infinity') AS active_at,
    COALESCE(created_at, '-infinity') AS created_at, left(COALESCE(tag, ''), ${CUT}) COLLATE "C" AS tag,
    ${WEIGHT} AS findings_weight, items_with_error, ${LAG_CLASS} AS lag_class,
    labels, item_errors, account_id, account_name,
    ARRAY(
      SELECT kind || ':' || left(value, ${CUT}) FROM (${VALUES}) AS current ORDER BY kind, value COLLATE "C"
    ) AS terms,
    ${searched("verification_id", "tag", "account_name")} AS searched,
    ${searched("verification_id", "tag")} AS searched_without_name
  FROM verification_summaries WHERE ${condition}`;

/** Writes rows of `from` whose columns differ from those that are there. */
function upsert(table: string, key: string, columns: Record<string, string>, from: string): string {
  const names = Object.keys(columns).join(", ");
  const of = (row: string) =>
    Object.keys(columns)
      .map((name) => `${row}.${name}`)
      .join(", ");
  return `
  INSERT INTO ${table} AS listed (${key}, ${names}) SELECT ${key}, ${Object.values(columns).join(", ")} FROM ${from}
  ON CONFLICT (${key}) DO UPDATE SET (${names}) = ROW (${of("EXCLUDED")})
    WHERE (${of("listed")}) IS DISTINCT FROM (${of("EXCLUDED")})`;
}

const same = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

const writeRows = (condition: string): string => `
  WITH fresh AS MATERIALIZED (${freshRows(condition)}
  ), list AS (${upsert("verification_list", "verification_id", same([...ORDERED, "lag_class", "terms", "searched"]), "fresh")}
  ), search AS (${upsert("verification_search", "verification_id", { ...same([...ORDERED, "terms"]), searched: "searched_without_name" }, "fresh")}
  ), wanted AS MATERIALIZED (
    SELECT DISTINCT verification_id, kind, left(value, ${CUT}) COLLATE "C" AS value, ${ORDERED.join(", ")}
    FROM fresh CROSS JOIN LATERAL (${VALUES}) AS current
  ), gone AS (
    DELETE FROM verification_list_values AS listed USING fresh
    WHERE listed.verification_id = fresh.verification_id AND NOT EXISTS (
      SELECT FROM wanted WHERE wanted.verification_id = listed.verification_id AND wanted.kind = listed.kind
        AND wanted.value = listed.value
    )
  )${upsert("verification_list_values", "verification_id, kind, value", same(ORDERED), "wanted")}`;

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
