import { type Database, openDatabase } from "#lib/server/db/database.ts";

/** The sender waits 30 seconds (interface, Limits): a database that does not answer must not take them all. */
const ANSWER_MS = 10_000;

/**
 * The receiver's own pool: two lanes of batches and what goes on beside them. Its time limit is kept here, so that it
 * also holds when the database's machine has gone without a word.
 */
export function openReceiverDatabase(databaseUrl: string, onError?: (error: Error) => void): Database {
  const url = new URL(databaseUrl);
  url.searchParams.set("query_timeout", String(ANSWER_MS));
  return openDatabase(url.href, { name: "cotejo receiver", max: 6, onError });
}
