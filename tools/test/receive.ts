import type { Database } from "#lib/platform/server/db/database.ts";
import { type Arrival, drainBesideWorker, storeArrivals } from "./arrivals.ts";

/** Stores deliveries and reads, and applies them; a worker of the test may apply some. */
export const receiveInto =
  (database: Database) =>
  async (...arrivals: Arrival[]): Promise<void> => {
    await storeArrivals(database.pool, arrivals);
    await drainBesideWorker(database);
  };
