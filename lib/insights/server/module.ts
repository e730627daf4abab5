import { DERIVED, type StoredByModule } from "#lib/platform/server/stored.ts";

/** Tables with computed rows of a file. */
export const INSIGHT_TABLES = [
  "insight_files",
  "insight_status_changes",
  "insight_runs",
  "insight_item_failures",
  "insight_lookups",
  "insight_reviews",
] as const;

/** Queues the insight rows of files, `$1`. Locks an existing row: workers skip it until this transaction has ended, and then see its writes. */
export const QUEUE = `
  INSERT INTO insight_due AS due (verification_id) SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET since = due.since WHERE false`;

export const insights: StoredByModule = {
  tables: Object.fromEntries([...INSIGHT_TABLES, "insight_due"].map((table) => [table, DERIVED])),
  rebuilt: [...INSIGHT_TABLES, "insight_texts", "insight_answers"],
  whenReviewed: [QUEUE],
  whenRestored: ["DELETE FROM insight_answers"],
};
