import type { Client } from "#lib/server/db/database.ts";
import { entriesOf, SEALED_KINDS, type SealedKind, SOURCE } from "./entries.ts";

/**
 * A writer gets the number of its entry a moment before its transaction id, by which the end of writers is known. In between
 * it waits for nothing, and the server ends a statement that takes longer.
 */
export const SETTLE_AFTER_MS = 15_000;

const newestOf = (kind: SealedKind): string =>
  `SELECT '${kind}' AS kind, COALESCE((SELECT max(id) FROM ${entriesOf(kind)}), 0) AS id`;

const NEWEST = SEALED_KINDS.map(newestOf).join(" UNION ALL ");

const IS_BEHIND = `
  SELECT EXISTS (
    SELECT FROM evidence_progress AS progress JOIN (${NEWEST}) AS newest USING (kind) WHERE settled_id < newest.id
  ) AS behind`;

/** Whether there are entries that are not sealed, or not settled yet. */
export const isBehind = async (client: Client): Promise<boolean> =>
  (await client.query<{ behind: boolean }>(IS_BEHIND)).rows[0]?.behind ?? false;

/** SQL: the times of unsealed entries, of the oldest `max` of each table. */
export const unsealedTimes = (max: number): string =>
  SEALED_KINDS.map(
    (kind) => `(SELECT ${SOURCE[kind].writtenAt} AS at FROM ${entriesOf(kind)}
      AND source.id > (SELECT newest_id FROM evidence_progress WHERE kind = '${kind}')
      ORDER BY source.id LIMIT ${max})`,
  ).join(" UNION ALL ");

const IS_LATE = `
  SELECT EXISTS (
    SELECT FROM (${unsealedTimes(1)}) AS oldest WHERE at < now() - make_interval(secs => $1)
  ) AS late`;

/** Whether the oldest unsealed entry was written more than `afterMs` ago. */
export const isLate = async (client: Client, afterMs: number): Promise<boolean> =>
  (await client.query<{ late: boolean }>(IS_LATE, [afterMs / 1000])).rows[0]?.late ?? false;

/** The progress of sealing a table at the beginning of a run. */
export type Progress = {
  kind: SealedKind;
  settled_id: number;
  newest_id: number;
  read_id: number;
  /** The greatest visible entry. */
  last_id: number;
  /** All writers of entries up to `read_id` have ended. */
  hasEnded: boolean;
};

type ProgressRow = Omit<Progress, "hasEnded"> & { read_by: number; is_old: boolean; oldest: number };

/** The snapshot of the statement is older than the transaction id that is assigned after it. */
const TAKE = `
  SELECT kind, settled_id, newest_id, read_id, read_by, read_at <= now() - make_interval(secs => $1) AS is_old,
    newest.id AS last_id, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest
  FROM evidence_progress AS progress JOIN (${NEWEST}) AS newest USING (kind)`;

const OWN = "SELECT pg_current_xact_id()::text::bigint AS own";

export async function readProgress(tx: Client, settleAfterMs: number): Promise<Progress[]> {
  const { rows } = await tx.query<ProgressRow>(TAKE, [settleAfterMs / 1000]);
  const own = (await tx.query<{ own: number }>(OWN)).rows[0]?.own ?? 0;
  return SEALED_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind)).map(
    ({ read_by, is_old, oldest, ...progress }) => ({
      ...progress,
      // After a restore into another server the ids of transactions may begin again.
      hasEnded: is_old && (oldest > read_by || read_by > own),
    }),
  );
}

/** Stores that all visible entries up to `sealed_id` are sealed; `swept`: also entries that committed late. */
export async function storeProgress(tx: Client, progress: Progress, sealed_id: number, swept: boolean): Promise<void> {
  const settles = swept && progress.hasEnded && sealed_id >= progress.read_id;
  await tx.query("SELECT advance_evidence($1, $2, $3)", [progress.kind, sealed_id, settles]);
}
