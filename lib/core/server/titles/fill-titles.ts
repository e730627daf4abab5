import { setImmediate as nextTurn } from "node:timers/promises";
import type { TitleFields } from "#lib/core/contract/verifications/title-fields.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { lockSummaries } from "#lib/core/server/projections/summarise.ts";
import { excludeTitleWriters, writeTitles } from "#lib/core/server/projections/write-titles.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

const CHOOSE = `
  INSERT INTO title_fields AS known (title, tax_id, total) VALUES ($1, $2, (SELECT count(*) FROM verification_summaries))
  ON CONFLICT (singleton) DO UPDATE SET title = EXCLUDED.title, tax_id = EXCLUDED.tax_id, chosen_at = now(),
      total = EXCLUDED.total, done = 0, filled_to = '', filled_at = NULL
    WHERE (known.title, known.tax_id) IS DISTINCT FROM (EXCLUDED.title, EXCLUDED.tax_id)`;

/**
 * Sets the title fields, and returns the previous choice. New reads use the new fields at once, and a worker updates
 * existing files. An equal choice changes nothing.
 */
export function chooseTitleFields({ title, tax_id }: TitleFields, { pool }: Pooled = database()): Promise<TitleFields> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<TitleFields>("SELECT title, tax_id FROM title_fields FOR UPDATE");
    // First the row, then the advisory lock: the order of a running fill.
    await tx.query(CHOOSE, [title, tax_id]);
    await excludeTitleWriters(tx);
    return rows[0] ?? { title: [], tax_id: [] };
  });
}

const CHOOSE_FIRST = `
  INSERT INTO title_fields (title, tax_id, total) VALUES ($1, $2, (SELECT count(*) FROM verification_summaries))
  ON CONFLICT (singleton) DO NOTHING`;

/** Sets the default fields of a known service, unless an admin has made a choice, even an empty choice. */
export async function chooseFirstTitleFields({ title, tax_id }: TitleFields, { pool }: Pooled): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(CHOOSE_FIRST, [title, tax_id]);
    await excludeTitleWriters(tx);
  });
}

/** Few enough to delay no delivery to these files. */
const BATCH = 200;

const NEXT = "SELECT filled_to FROM title_fields WHERE filled_at IS NULL FOR UPDATE SKIP LOCKED";

const IDS = `
  SELECT verification_id FROM verification_summaries WHERE verification_id > $1 ORDER BY verification_id LIMIT ${BATCH}`;

const ADVANCE = `
  UPDATE title_fields SET filled_to = COALESCE($1, filled_to), done = done + $2,
    filled_at = CASE WHEN $2 < ${BATCH} THEN now() END`;

/**
 * Updates the titles of all files to a new choice of fields, in the order of ids. The progress is committed with each
 * batch, so that the fill continues after a crash; another choice restarts it. One worker at a time runs a batch.
 */
export async function fillTitles({ pool }: Pooled, signal: AbortSignal, batches = Infinity): Promise<void> {
  for (let done = 0; done < batches && !signal.aborted && (await inTransaction(pool, fillBatch)); done += 1) {
    await nextTurn();
  }
}

/** False when nothing is left. */
async function fillBatch(tx: Client): Promise<boolean> {
  // The same lock as in workers: excludes erasing between the search for a row and its lock.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows: open } = await tx.query<{ filled_to: string }>(NEXT);
  if (!open[0]) return false;
  const { rows } = await tx.query<{ verification_id: string }>(IDS, [open[0].filled_to]);
  const ids = rows.map(({ verification_id }) => verification_id);
  await lockSummaries(tx, ids);
  const changed = await writeTitles(tx, ids);
  await tx.query(ADVANCE, [ids.at(-1) ?? null, ids.length]);
  await notifyChanged(tx, new Map(changed.map((id) => [id, new Set(["snapshot" as const])])));
  return true;
}

export const titleTasks = (connection: Pooled): PeriodicTask[] => [
  {
    name: "titles of a new choice",
    everyMs: 1_000,
    due: "SELECT '-infinity'::timestamptz FROM title_fields WHERE filled_at IS NULL",
    run: (signal) => fillTitles(connection, signal),
  },
];
