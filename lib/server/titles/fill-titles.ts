import { setImmediate as nextTurn } from "node:timers/promises";
import type { TitleFields } from "#lib/contract/verifications/title-fields.ts";
import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { notifyChanged } from "#lib/server/live/notify.ts";
import { lockSummaries } from "#lib/server/projections/summarise.ts";
import { excludeTitleWriters, writeTitles } from "#lib/server/projections/write-titles.ts";

const CHOOSE = `
  INSERT INTO title_fields AS known (title, tax_id, total) VALUES ($1, $2, (SELECT count(*) FROM verification_summaries))
  ON CONFLICT (singleton) DO UPDATE SET title = EXCLUDED.title, tax_id = EXCLUDED.tax_id, chosen_at = now(),
      total = EXCLUDED.total, done = 0, filled_to = '', filled_at = NULL
    WHERE (known.title, known.tax_id) IS DISTINCT FROM (EXCLUDED.title, EXCLUDED.tax_id)`;

/**
 * Chooses what files are known by, and says what was chosen before. What comes in from now on goes by it, and a worker
 * brings the files up to date that are there; the same choice once more changes nothing.
 */
export function chooseTitleFields(
  { title, tax_id }: TitleFields,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<TitleFields> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<TitleFields>("SELECT title, tax_id FROM title_fields FOR UPDATE");
    // The row first, as who fills holds it while it writes titles.
    await tx.query(CHOOSE, [title, tax_id]);
    await excludeTitleWriters(tx);
    return rows[0] ?? { title: [], tax_id: [] };
  });
}

const CHOOSE_FIRST = `
  INSERT INTO title_fields (title, tax_id, total) VALUES ($1, $2, (SELECT count(*) FROM verification_summaries))
  ON CONFLICT (singleton) DO NOTHING`;

/** Chooses them for a service whose fields are known, unless somebody has chosen, even if it was none. */
export async function chooseFirstTitleFields(
  { title, tax_id }: TitleFields,
  { pool }: Pick<Database, "pool">,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(CHOOSE_FIRST, [title, tax_id]);
    await excludeTitleWriters(tx);
  });
}

/** Few enough not to hold up what comes in about them. */
const BATCH = 200;

const NEXT = "SELECT filled_to FROM title_fields WHERE filled_at IS NULL FOR UPDATE SKIP LOCKED";

const IDS = `
  SELECT verification_id FROM verification_summaries WHERE verification_id > $1 ORDER BY verification_id LIMIT ${BATCH}`;

const ADVANCE = `
  UPDATE title_fields SET filled_to = COALESCE($1, filled_to), done = done + $2,
    filled_at = CASE WHEN $2 < ${BATCH} THEN now() END`;

/**
 * Brings the titles of all files up to date with a new choice of fields, in the order of their ids. How far it has come is
 * committed with each batch, so that it goes on from there after a crash; a further choice begins anew. One worker at a time
 * does, whichever it is.
 */
export async function fillTitles(
  { pool }: Pick<Database, "pool">,
  signal: AbortSignal,
  batches = Infinity,
): Promise<void> {
  for (let done = 0; done < batches && !signal.aborted && (await inTransaction(pool, fillBatch)); done += 1) {
    await nextTurn();
  }
}

/** False where there is nothing to do. */
async function fillBatch(tx: Client): Promise<boolean> {
  // As workers do: what is found here is not erased before it is locked.
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

export const titleTasks = (connection: Pick<Database, "pool">): PeriodicTask[] => [
  { name: "titles of a new choice", everyMs: 1_000, run: (signal) => fillTitles(connection, signal) },
];
