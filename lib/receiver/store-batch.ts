import type pg from "pg";
import { proveStorage } from "#lib/core/server/inbox/prove-storage.ts";
import { createInboxAnnouncer, storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { StoreBatch } from "./delivery-queue.ts";

/**
 * A 2xx promises that the delivery survives a crash of the database's machine, so a weaker `synchronous_commit` of the
 * server or role is overruled; stronger settings stay. The server's statement timeout is shorter than the client's.
 */
const SESSION = `
  SELECT set_config('statement_timeout', '3500ms', false),
    CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END`;

export type BatchStore = {
  /** Stores a batch and wakes the workers. */
  store: StoreBatch;
  /** Stores a delivery of this size and deletes it in one durable transaction, so that no reader sees it. */
  prove(bytes: number): Promise<void>;
};

/** Stores on connections of the pool with durable commits. */
export function createBatchStore({ pool }: Pooled): BatchStore {
  const announce = createInboxAnnouncer({ pool });
  const prepared = new WeakSet<pg.PoolClient>();

  async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>, survives: (error: unknown) => boolean) {
    const client = await pool.connect();
    let usable = false;
    try {
      if (!prepared.has(client)) {
        await client.query(SESSION);
        prepared.add(client);
      }
      const result = await work(client);
      usable = true;
      return result;
    } catch (error) {
      usable = survives(error);
      throw error;
    } finally {
      client.release(!usable);
    }
  }

  return {
    store: async (batch) => {
      const stored = await onConnection((client) => storeDeliveries(client, batch), isRowFault);
      announce();
      return stored;
    },
    prove: (bytes) =>
      onConnection(
        (client) => proveStorage(client, bytes),
        () => false,
      ),
  };
}

/** Data exception, constraint violation, rollback by a deadlock, row too large for an index. */
const ROW_FAULTS = new Set(["22", "23", "40", "54"]);

/** Whether PostgreSQL refused the values of a row; any other error (no connection, no disk, no table) concerns all rows. */
export const isRowFault = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ROW_FAULTS.has(String(error.code).slice(0, 2)) && "severity" in error;
