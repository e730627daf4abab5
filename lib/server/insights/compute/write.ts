import { createHash } from "node:crypto";
import type { Client } from "#lib/server/db/database.ts";
import type { ReviewRow } from "./review-rows.ts";
import type { FactRows, Texts } from "./rows.ts";

export type InsightRows = FactRows & { insight_reviews: ReviewRow[] };
type Table = keyof InsightRows;

const COLUMNS: { [T in Table]: Record<keyof InsightRows[T][number], string> } = {
  insight_files: {
    ...{ completed_at: "timestamptz", completed_after: "double precision", unreported_at: "timestamptz" },
    ...{ clean_at: "timestamptz", clean_after: "double precision" },
  },
  insight_status_changes: {
    ...{ at: "timestamptz", documents_status: "text", previous: "text", stayed: "double precision" },
    ...{ is_gap: "boolean", is_backward: "boolean" },
  },
  insight_runs: {
    ...{ at: "timestamptz", source: "text", high: "integer", medium: "integer", low: "integer", findings: "integer" },
    ...{ messages: "bigint[]", missing_fields: "bigint[]" },
  },
  insight_item_failures: { at: "timestamptz", item_type: "text", item_error: "text" },
  insight_lookups: { at: "timestamptz", people_error: "text", is_corrected: "boolean" },
  insight_reviews: {
    ...{ at: "timestamptz", kind: "text", resolution: "text", user_id: "uuid", policy_version: "integer" },
    ...{ took: "double precision", took_working: "double precision", is_on_time: "boolean" },
    ...{ exceptions: "text[]", changes: "text[]" },
  },
};

const TABLES = Object.keys(COLUMNS) as Table[];

/** Tables with computed rows of a file, and the queue of files. */
export const INSIGHT_TABLES = [...TABLES, "insight_due"] as const;

/** Tables that a rebuild empties. */
export const COMPUTED_TABLES = [...TABLES, "insight_texts"] as const;

function insertStatement(table: Table): string {
  const columns = { verification_id: "text", ...COLUMNS[table], ...(table === "insight_files" && { digest: "text" }) };
  const stored = Object.keys(columns).map((name) => (name === "digest" ? "rows_digest" : name));
  const values = Object.keys(columns).map((name) => (name === "digest" ? "decode(digest, 'hex')" : name));
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `INSERT INTO ${table} (${stored.join(", ")})
    SELECT ${values.join(", ")} FROM json_to_recordset($1::json) AS row(${types.join(", ")})`;
}

const INSERT = new Map(TABLES.map((table) => [table, insertStatement(table)]));

const KNOWN = `
  SELECT verification_id, encode(rows_digest, 'hex') AS digest FROM insight_files WHERE verification_id = ANY ($1::text[])`;

const ADD_TEXTS = `
  INSERT INTO insight_texts (id, text) SELECT id, text FROM json_to_recordset($1::json) AS fresh(id bigint, text text)
  ON CONFLICT DO NOTHING`;

/**
 * Replaces the rows of these files by the computed ones; a file without any has none afterwards. Returns the number of
 * files that had others.
 */
export async function writeRows(
  tx: Client,
  ids: readonly string[],
  computed: ReadonlyMap<string, InsightRows>,
  texts: Texts,
): Promise<number> {
  const { rows } = await tx.query<{ verification_id: string; digest: string }>(KNOWN, [ids]);
  const known = new Map(rows.map(({ verification_id, digest }) => [verification_id, digest]));
  const digests = new Map([...computed].map(([id, own]) => [id, digestOf(own)]));
  const changed = ids.filter((id) => known.get(id) !== digests.get(id));
  if (changed.length === 0) return 0;
  const before = await textsOf(tx, changed);
  for (const table of TABLES)
    await tx.query(`DELETE FROM ${table} WHERE verification_id = ANY ($1::text[])`, [changed]);
  await tx.query(ADD_TEXTS, [JSON.stringify([...texts].map(([id, text]) => ({ id, text })))]);
  for (const [table, insert] of INSERT) {
    const fresh = changed.flatMap((verification_id) =>
      (computed.get(verification_id)?.[table] ?? []).map((row) => ({
        ...{ verification_id, ...row },
        ...(table === "insight_files" && { digest: digests.get(verification_id) }),
      })),
    );
    if (fresh.length > 0) await tx.query({ name: `insert ${table}`, text: insert, values: [JSON.stringify(fresh)] });
  }
  await deleteUnusedTexts(
    tx,
    before.filter((id) => !texts.has(id)),
  );
  return changed.length;
}

const digestOf = (rows: InsightRows): string => createHash("sha256").update(JSON.stringify(rows)).digest("hex");

const TEXTS = `
  SELECT DISTINCT text_id::text FROM insight_runs CROSS JOIN LATERAL unnest(messages || missing_fields) AS text_id
  WHERE verification_id = ANY ($1::text[])`;

/** The ids of all texts in runs of these files. */
export const textsOf = async (tx: Client, ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ text_id: string }>(TEXTS, [ids])).rows.map(({ text_id }) => text_id);

const DELETE_TEXTS = `
  DELETE FROM insight_texts AS text WHERE id = ANY ($1::bigint[])
    AND NOT EXISTS (SELECT FROM insight_runs WHERE messages @> ARRAY[text.id])
    AND NOT EXISTS (SELECT FROM insight_runs WHERE missing_fields @> ARRAY[text.id])`;

/** Deletes those of these texts that no run has any more. Nobody else may compute rows meanwhile. */
export async function deleteUnusedTexts(tx: Client, textIds: readonly string[]): Promise<void> {
  if (textIds.length > 0) await tx.query(DELETE_TEXTS, [textIds]);
}
