import pg from "pg";
import type { Client } from "#lib/server/db/database.ts";
import { FACT_TABLES } from "./fact-tables.ts";

const FIRST = "verification_summaries";

const OTHERS = ["verification_list", "verification_people", "verification_snapshots", ...FACT_TABLES].join(", ");

/** Less than the second after which PostgreSQL looks for a deadlock, and ends one of the two. */
const PATIENCE_MS = 300;

/**
 * Empties every projection, in the caller's transaction. Waits for batches that are being applied: they lock summaries
 * before they write anything, so taking that table first cannot deadlock with them. Pages read the tables in orders of
 * their own: where one waits for summaries and holds what is wanted next, this lets go and begins again, so that the page
 * is answered.
 */
export async function emptyProjections(client: Client): Promise<void> {
  await client.query("SAVEPOINT unlocked");
  while (!(await lockedAll(client))) await client.query("ROLLBACK TO SAVEPOINT unlocked");
  await client.query("SET LOCAL lock_timeout = DEFAULT");
  await client.query(`TRUNCATE ${FIRST}, ${OTHERS}`);
}

async function lockedAll(client: Client): Promise<boolean> {
  try {
    await client.query(`LOCK TABLE ${FIRST} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    await client.query(`LOCK TABLE ${OTHERS} IN ACCESS EXCLUSIVE MODE`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = "55P03";
