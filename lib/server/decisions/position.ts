import type { Client } from "#lib/server/db/database.ts";

/** How far the log of reviews is settled, at the beginning of a reading. */
export type Position = {
  /** Entries after this one are to be read. */
  settled_id: number;
  /** The greatest entry that an earlier reading saw; and whether all writers of smaller ones have ended since. */
  read_id: number;
  hasEnded: boolean;
  /** The greatest visible entry. */
  newest_id: number;
};

const IS_BEHIND = `
  SELECT settled_id < COALESCE((SELECT max(id) FROM review_log), 0) AS behind FROM decision_events_read`;

/** Whether there are entries that are not settled yet. */
export const isBehind = async (client: Client): Promise<boolean> =>
  (await client.query<{ behind: boolean }>(IS_BEHIND)).rows[0]?.behind ?? false;

/** The snapshot of a statement is older than the transaction id that its lock assigns. */
const TAKE = `
  SELECT settled_id, read_id, read_by, COALESCE((SELECT max(id) FROM review_log), 0) AS newest_id,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest
  FROM decision_events_read FOR UPDATE SKIP LOCKED`;

type Taken = { settled_id: number; read_id: number; read_by: number; newest_id: number; oldest: number };

const OWN = "SELECT pg_current_xact_id()::text::bigint AS own";

/**
 * Takes the position for the rest of the transaction; null while another worker has it. Entries after `settled_id` are
 * read in any case, also those that an earlier reading saw: writers that were running then may have committed since.
 */
export async function takePosition(tx: Client): Promise<Position | null> {
  const [taken] = (await tx.query<Taken>(TAKE)).rows;
  if (!taken) return null;
  const { settled_id, read_id, read_by, newest_id, oldest } = taken;
  const own = (await tx.query<{ own: number }>(OWN)).rows[0]?.own ?? 0;
  // After a restore into another server the ids of transactions may begin again.
  return { settled_id, read_id, hasEnded: oldest > read_by || read_by > own, newest_id };
}

const ADVANCE = `
  UPDATE decision_events_read
  SET settled_id = GREATEST(settled_id, $1), read_id = $2, read_by = pg_current_xact_id()::text::bigint`;

/** Stores the position, once the events of every visible entry after `settled_id` are queued. */
export async function storePosition(tx: Client, { read_id, hasEnded, newest_id }: Position): Promise<void> {
  // Else the entry that was read first keeps its reader, so that a long transaction does not put it off for ever.
  if (hasEnded) await tx.query(ADVANCE, [read_id, newest_id]);
}
