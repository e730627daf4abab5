import pg from "pg";
import { CONTRACT_VERSION } from "#lib/core/contract/events/event.ts";
import { FACT_TABLES } from "#lib/core/server/projections/facts.ts";
import { LOCKS, waitForLock } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { REBUILT_TABLES } from "#lib/tables.ts";
import { drainInbox } from "./drain.ts";

const CHUNK_ROWS = 2_000;

/** Resets a row to a new one: due at once, with all attempts left. */
export const RETRY_ROWS = "UPDATE inbox SET state = 'pending', attempts = 0, next_attempt_at = NULL, last_error = NULL";

/** Sets deliveries that an older contract did not understand back to `pending`, in chunks (design §4, Inbox). */
export const retryUnrecognized = ({ pool }: Pooled, version = CONTRACT_VERSION): Promise<number> =>
  retryRows(pool, "state = 'unrecognized' AND contract_version < $1", [version]);

/**
 * The same for rows that the database refused, as it does for an older worker with a newer schema. Called at each start
 * of a worker, which may be a newer one.
 */
export const retryRefusedByDatabase = ({ pool }: Pooled): Promise<number> =>
  retryRows(pool, "state = 'failed' AND starts_with(last_error, 'database error ')", []);

async function retryRows(pool: pg.Pool, which: string, values: unknown[]): Promise<number> {
  let total = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `${RETRY_ROWS} WHERE id IN (SELECT id FROM inbox WHERE ${which} LIMIT ${CHUNK_ROWS} FOR UPDATE SKIP LOCKED)`,
      values,
    );
    total += rowCount ?? 0;
    if (!rowCount || rowCount < CHUNK_ROWS) return total;
  }
}

/**
 * Empties every projection and drains the inbox again, failed rows included, as far back as payloads are kept; the
 * result is the same tables. Workers may drain too; pages show less until it is done.
 */
export async function rebuildProjections(database: Pooled, options: { signal?: AbortSignal } = {}) {
  await inTransaction(database.pool, async (client) => {
    await waitForLock(client, LOCKS.backup, "advisory_xact_lock");
    // Table locks begin with the inbox, to avoid deadlocks.
    await client.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    await emptyProjections(client);
    await client.query(`${RETRY_ROWS} WHERE state IN ('applied', 'failed')`);
  });
  return drainInbox(database, { ...options, requestReads: false });
}

const FIRST_LOCKED = "verification_summaries";

const LOCKED_NEXT = [
  "verification_list",
  "verification_people",
  "verification_snapshots",
  ...FACT_TABLES,
  ...REBUILT_TABLES,
].join(", ");

/** Less than PostgreSQL's `deadlock_timeout` of a second, after which it would cancel one of the transactions. */
const LOCK_TIMEOUT_MS = 300;

/**
 * Empties every projection, in the caller's transaction. Waits for running batches: they lock summaries before they
 * write anything, so taking that table first cannot deadlock with them. Pages read the tables in other orders: if a
 * page waits for summaries and holds a table needed next, this releases its locks and starts again, so that the page is
 * answered.
 */
async function emptyProjections(client: Client): Promise<void> {
  await client.query("SAVEPOINT unlocked");
  while (!(await lockedAll(client))) await client.query("ROLLBACK TO SAVEPOINT unlocked");
  await client.query("SET LOCAL lock_timeout = DEFAULT");
  await client.query(`TRUNCATE ${FIRST_LOCKED}, ${LOCKED_NEXT}`);
}

async function lockedAll(client: Client): Promise<boolean> {
  try {
    await client.query(`LOCK TABLE ${FIRST_LOCKED} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`LOCK TABLE ${LOCKED_NEXT} IN ACCESS EXCLUSIVE MODE`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = "55P03";
