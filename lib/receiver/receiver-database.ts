import { type Database, openDatabase } from "#lib/server/db/database.ts";

/**
 * The receiver's own pool: two lanes of batches and what goes on beside them. The sender waits 30 seconds (interface,
 * Limits), and the time limits of every connection are far below that.
 */
export const openReceiverDatabase = (databaseUrl: string, onError?: (error: Error) => void): Database =>
  openDatabase(databaseUrl, { name: "cotejo receiver", max: 6, onError });
