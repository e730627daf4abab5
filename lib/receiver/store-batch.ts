import type pg from "pg";
import type { Database } from "#lib/server/db/database.ts";
import { createInboxAnnouncer } from "#lib/server/inbox/announce.ts";
import { storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import type { StoreBatch } from "./delivery-queue.ts";

/**
 * A 2xx promises that the delivery survives a crash of the database's machine, so a server or role set to answer before
 * the disk does is overruled; stronger settings stay. The time limit keeps the sender's 30 seconds (interface, Limits).
 */
const SESSION = `
  SELECT set_config('statement_timeout', '8s', false),
    CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END`;

/** Stores batches on connections of the pool that are set up for durability, and wakes the workers. */
export function createBatchStore({ pool }: Pick<Database, "pool">): StoreBatch {
  const announce = createInboxAnnouncer({ pool });
  const prepared = new WeakSet<pg.PoolClient>();
  return async (batch) => {
    const client = await pool.connect();
    let usable = false;
    try {
      if (!prepared.has(client)) {
        await client.query(SESSION);
        prepared.add(client);
      }
      const stored = await storeDeliveries(client, batch);
      usable = true;
      announce();
      return stored;
    } catch (error) {
      usable = isRowFault(error);
      throw error;
    } finally {
      client.release(!usable);
    }
  };
}

/** Data exception, constraint violation, rollback by a deadlock, row too large for an index. */
const ROW_FAULTS = new Set(["22", "23", "40", "54"]);

/** Whether PostgreSQL refused what a row holds; anything else (no connection, no disk, no table) concerns all rows. */
export const isRowFault = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ROW_FAULTS.has(String(error.code).slice(0, 2)) && "severity" in error;
