import type { Database } from "#lib/server/db/database.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { type Arrival, storeArrivals } from "./arrivals.ts";

/** Stores deliveries and reads, and applies them. */
export const receiveInto =
  (database: Database) =>
  async (...arrivals: Arrival[]): Promise<void> => {
    await storeArrivals(database.pool, arrivals);
    await drainInbox(database);
  };
