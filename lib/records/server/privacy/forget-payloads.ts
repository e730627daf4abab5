import { setImmediate as nextTurn } from "node:timers/promises";
import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import { type ClaimedRow, claimPayloads, readBatch } from "#lib/core/server/inbox/claim.ts";
import { RowError } from "#lib/core/server/inbox/drain-errors.ts";
import { deleteUnneededBodies } from "#lib/core/server/inbox/store-snapshot.ts";
import { lockSummaries } from "#lib/core/server/projections/summarise.ts";
import { writePeople } from "#lib/core/server/projections/write-people.ts";
import { writeTitles } from "#lib/core/server/projections/write-titles.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, type Database, inTransaction } from "#lib/platform/server/db/database.ts";

/** Rows per transaction: few enough not to delay other transactions noticeably. */
export const BATCH = 500;

/** Deliveries if `subject` is null, else the reads of the subject. `keepsDecided`: decided files without a profile are kept. */
type PayloadSelection = { subject: SnapshotSubject | null; before: Instant; keepsDecided: boolean };

/**
 * Deletes the payloads of applied deliveries, or readings of one subject, from before a time, in batches. Payloads of covered
 * files are marked, and checked once. `record` is called in the transaction of each deletion with the number so far. Returns
 * the number of deleted payloads, and of verifications whose people were deleted.
 */
export async function forgetPayloads(
  pool: Database["pool"],
  signal: AbortSignal,
  selection: PayloadSelection,
  record: (tx: Client, went: number) => Promise<unknown>,
): Promise<{ went: number; people: number }> {
  const total = { went: 0, people: 0 };
  while (!signal.aborted) {
    const { looked, gone } = await inTransaction(pool, async (tx) => {
      const batch = await forgetBatch(tx, selection);
      if (batch.gone.length > 0) await record(tx, total.went + batch.gone.length);
      return batch;
    });
    total.went += gone.length;
    if (selection.subject !== null) {
      const hashes = gone.flatMap((row) => (row.kind === "snapshot" ? [row.body_hash] : []));
      await inTransaction(pool, (tx) => deleteUnneededBodies(tx, BATCH, hashes));
    }
    if (selection.subject === "people")
      total.people += await inTransaction(pool, (tx) => forgetPeople(tx, idsOf(gone)));
    if (looked < BATCH) break;
    await nextTurn();
  }
  return total;
}

/** Marks rows that a hold or a period covers, and stores when to check their files again (`releaseKept`). */
const KEEP = `
  WITH covered AS MATERIALIZED (
    SELECT verification_id, kept_until(verification_id, $2) AS until FROM (
      SELECT DISTINCT verification_id FROM inbox WHERE id = ANY ($1::bigint[]) AND verification_id IS NOT NULL
    ) AS files
  ), noted AS (
    INSERT INTO custody_kept AS known (verification_id, look_again_at)
    SELECT verification_id, until FROM covered WHERE until > now() ORDER BY verification_id
    ON CONFLICT (verification_id) DO UPDATE SET look_again_at = LEAST(known.look_again_at, EXCLUDED.look_again_at)
  )
  UPDATE inbox SET kept = true
  WHERE id = ANY ($1::bigint[]) AND verification_id IN (SELECT verification_id FROM covered WHERE until > now())
  RETURNING id`;

const DELETE_PAYLOADS = `
  UPDATE inbox SET body = NULL, stated = given.stated
  FROM json_to_recordset($1::json) AS given(id bigint, stated jsonb) WHERE inbox.id = given.id`;

/** An opening reads people, so a kept PDF is as old as an answer about people. */
const DELETE_PDFS = "DELETE FROM kept_pdfs WHERE verification_id = ANY ($1::text[]) AND kept_at < $2";

/**
 * Deletes a batch of payloads and stores the rows that they add, so that a rebuild adds them again. Titles are not
 * among these rows and are deleted at once.
 */
async function forgetBatch(tx: Client, selection: PayloadSelection): Promise<{ looked: number; gone: ClaimedRow[] }> {
  await lockCustody(tx, "delete");
  const rows = await claimPayloads(tx, { ...selection, limit: BATCH });
  const kept = new Set<number>();
  if (rows.length > 0) {
    const marked = await tx.query<{ id: number }>(KEEP, [rows.map(({ id }) => id), selection.keepsDecided]);
    for (const { id } of marked.rows) kept.add(id);
  }
  const gone = rows.filter(({ id }) => !kept.has(id));
  if (gone.length > 0) {
    await tx.query("SELECT record_payload_removal($1)", [gone.map(({ id }) => id)]);
    await tx.query(DELETE_PAYLOADS, [JSON.stringify(gone.map((row) => ({ id: row.id, stated: statedBy(row) })))]);
    if (selection.subject === "verification") {
      await lockSummaries(tx, idsOf(gone));
      await writeTitles(tx, idsOf(gone));
    }
    if (selection.subject === "people") await tx.query(DELETE_PDFS, [idsOf(gone), selection.before]);
  }
  return { looked: rows.length, gone };
}

const idsOf = (rows: readonly ClaimedRow[]): string[] => [
  ...new Set(rows.flatMap(({ verification_id }) => verification_id ?? [])),
];

/**
 * The rows that the payload adds; none if the contract no longer understands it, since a rebuild would set it aside.
 */
function statedBy(row: ClaimedRow): object {
  try {
    const { deliveries, snapshots } = readBatch([row]);
    return deliveries[0]?.facts ?? snapshots[0]?.row ?? [];
  } catch (error) {
    if (error instanceof RowError) return [];
    throw error;
  }
}

/** People still in the search whose answer was deleted by the retention. */
const forgotten = (among: string) => `
  SELECT DISTINCT known.verification_id FROM verification_people AS known
  CROSS JOIN LATERAL newest_reading(known.verification_id, 'people') AS newest
  WHERE ${among} NOT EXISTS (SELECT FROM snapshot_bodies WHERE hash = newest.body_hash) LIMIT $1`;

/**
 * Deletes people whose names are no longer kept from the search, of these verifications or of all, at most a batch.
 * Returns the number of verifications.
 */
export async function forgetPeople(tx: Client, among?: readonly string[]): Promise<number> {
  // As workers do: no erasure deletes the found rows before they are locked.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows } = await tx.query<{ verification_id: string }>(
    forgotten(among ? "known.verification_id = ANY ($2) AND" : ""),
    among ? [BATCH, among] : [BATCH],
  );
  const ids = rows.map(({ verification_id }) => verification_id);
  await lockSummaries(tx, ids);
  await writePeople(tx, ids, []);
  return ids.length;
}
