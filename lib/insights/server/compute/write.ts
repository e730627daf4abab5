import { hash } from "node:crypto";
import { deleteAnswersWith } from "#lib/insights/server/last-answers.ts";
import { INSIGHT_TABLES } from "#lib/insights/server/module.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import type { ReviewRow } from "./review-rows.ts";
import type { FactRows, Texts } from "./rows.ts";

export type InsightRows = FactRows & { insight_reviews: ReviewRow[] };

const TABLES = INSIGHT_TABLES satisfies readonly (keyof InsightRows)[];

const KNOWN_DIGESTS = `
  SELECT verification_id, encode(rows_digest, 'hex') AS digest FROM insight_files WHERE verification_id = ANY ($1::text[])`;

const ADD_TEXTS = `
  INSERT INTO insight_texts (id, text) SELECT id, text FROM json_to_recordset($1::json) AS fresh(id bigint, text text)
  ON CONFLICT DO NOTHING`;

/** Replaces the rows of these files; without computed rows a file has none. Returns the number of changed files. */
export async function writeRows(
  tx: Client,
  ids: readonly string[],
  computed: ReadonlyMap<string, InsightRows>,
  texts: Texts,
): Promise<number> {
  const { rows } = await tx.query<{ verification_id: string; digest: string }>(KNOWN_DIGESTS, [ids]);
  const known = new Map(rows.map(({ verification_id, digest }) => [verification_id, digest]));
  const digests = new Map([...computed].map(([id, own]) => [id, digestOf(own)]));
  const changed = ids.filter((id) => known.get(id) !== digests.get(id));
  if (changed.length === 0) return 0;
  const before = await textsOf(tx, changed);
  for (const table of TABLES)
    await tx.query(`DELETE FROM ${table} WHERE verification_id = ANY ($1::text[])`, [changed]);
  await tx.query(ADD_TEXTS, [JSON.stringify([...texts].map(([id, text]) => ({ id, text })))]);
  for (const table of TABLES) {
    const fresh = changed.flatMap((verification_id) =>
      (computed.get(verification_id)?.[table] ?? []).map((row) => ({
        ...{ verification_id, ...row },
        ...(table === "insight_files" && { rows_digest: `\\x${digests.get(verification_id)}` }),
      })),
    );
    const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
    if (fresh.length > 0) await tx.query({ name: `insert ${table}`, text, values: [JSON.stringify(fresh)] });
  }
  await deleteUnusedTexts(
    tx,
    before.filter((id) => !texts.has(id)),
  );
  return changed.length;
}

const digestOf = (rows: InsightRows): string => hash("sha256", JSON.stringify(rows));

const TEXTS = `
  SELECT DISTINCT text_id::text FROM insight_runs CROSS JOIN LATERAL unnest(messages || missing_fields) AS text_id
  WHERE verification_id = ANY ($1::text[])`;

/** The ids of all texts in runs of these files. */
export const textsOf = async (tx: Client, ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ text_id: string }>(TEXTS, [ids])).rows.map(({ text_id }) => text_id);

const DELETE_TEXTS = `
  DELETE FROM insight_texts AS text WHERE id = ANY ($1::bigint[])
    AND NOT EXISTS (SELECT FROM insight_runs WHERE messages @> ARRAY[text.id])
    AND NOT EXISTS (SELECT FROM insight_runs WHERE missing_fields @> ARRAY[text.id])
  RETURNING text`;

/** Deletes given texts without a run, and stored answers with a deleted text. No other worker may compute rows meanwhile. */
export async function deleteUnusedTexts(tx: Client, textIds: readonly string[]): Promise<void> {
  if (textIds.length === 0) return;
  const { rows } = await tx.query<{ text: string }>(DELETE_TEXTS, [textIds]);
  const texts = rows.map(({ text }) => text);
  if (texts.length > 0) await deleteAnswersWith(texts, tx);
}
