import type { Database } from "#lib/server/db/database.ts";
import { INBOX_CHANNEL } from "./channel.ts";

/** Nothing is kept by this transaction, so its commit need not wait for the disk, nor have others wait behind it. */
const ANNOUNCE = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${INBOX_CHANNEL}', '')`;

/**
 * A function to be called after each commit that adds to the inbox; it wakes the workers. One announcement is under way
 * at a time, and what is committed meanwhile shares the next. It is not part of the transaction that stores: PostgreSQL
 * lets only one commit that announces through at a time, in all its databases, and holds it up until it is on disk, so
 * batches could never go to the disk together. An announcement that is lost costs a second: workers also look by
 * themselves.
 */
export function createInboxAnnouncer({ pool }: Pick<Database, "pool">): () => void {
  let underWay = false;
  let again = false;
  const announce = async () => {
    underWay = true;
    do {
      again = false;
      await pool.query(ANNOUNCE).catch(() => undefined);
    } while (again);
    underWay = false;
  };
  return () => {
    again = true;
    if (!underWay) void announce();
  };
}
