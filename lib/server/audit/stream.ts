import { setTimeout as wait } from "node:timers/promises";
import { MAX_STREAMED, type StreamCursor, type StreamedEntry, writeStreamCursor } from "#lib/contract/audit/stream.ts";
import { type Database, database, type Pooled } from "#lib/server/db/database.ts";

/** Time that an answer waits for transactions that write entries. */
const WAIT_TIMEOUT_MS = 2_000;
const POLL_INTERVAL_MS = 20;

type Pool = Database["pool"];
type StreamPage = { entries: StreamedEntry[]; next: string | null };

/**
 * Entries after the cursor by their numbers, `begun` ones included. A number is assigned before its transaction commits: an
 * entry with a smaller number may appear later. So entries are returned up to a number below which no transaction writes
 * any more; if a transaction takes too long, the page is empty and the cursor unchanged.
 */
export async function streamAudit(
  cursor: StreamCursor | null,
  { limit = MAX_STREAMED, timeoutMs = WAIT_TIMEOUT_MS }: { limit?: number; timeoutMs?: number } = {},
  { pool }: Pooled = database(),
): Promise<StreamPage> {
  const unchanged = { entries: [], next: cursor && writeStreamCursor(cursor) };
  const from = cursor ? await startOf(pool, cursor) : 0;
  const last = await lastOf(pool, from, limit);
  if (last === null || !(await settled(pool, timeoutMs))) return unchanged;
  const { rows } = await pool.query<StreamedEntry>(
    `SELECT log.id AS entry_id, at, action, outcome, error_code, intent_id AS begun_entry_id, user_id, user_email, token_id,
       token.name AS token_name, host(address) AS address, user_agent, ids, before, after
     FROM audit_log AS log LEFT JOIN service_tokens AS token ON token.id = token_id
     WHERE log.id > $1 AND log.id <= $2 ORDER BY log.id LIMIT $3`,
    [from, last, limit],
  );
  const end = rows.at(-1);
  return end ? { entries: rows, next: writeStreamCursor({ id: end.entry_id, at: end.at }) } : unchanged;
}

/**
 * The number after which the stream goes on. The retention may have deleted the entry of the cursor, or a restore may have
 * removed it so that its number was assigned again: then the stream also has all entries of a later time.
 */
async function startOf(pool: Pool, { id, at }: StreamCursor): Promise<number> {
  const { rows } = await pool.query<{ start: number }>(
    `SELECT CASE WHEN EXISTS (SELECT FROM audit_log WHERE id = $1 AND at = $2) THEN $1::bigint
       ELSE least($1, (SELECT min(id) - 1 FROM audit_log WHERE at > $2)) END AS start`,
    [id, at],
  );
  return rows[0]?.start ?? 0;
}

/** The greatest number of the next page, as far as it is visible; null if there is no entry. */
async function lastOf(pool: Pool, from: number, limit: number): Promise<number | null> {
  const { rows } = await pool.query<{ last: number | null }>(
    "SELECT max(id) AS last FROM (SELECT id FROM audit_log WHERE id > $1 ORDER BY id LIMIT $2) AS page",
    [from, limit],
  );
  return rows[0]?.last ?? null;
}

/** Transactions that write entries: each locks the table before its entry gets a number, and until its end. */
const WRITERS = `SELECT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted AND relation = 'audit_log'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Whether every transaction that writes entries at this moment has ended in time. */
async function settled(pool: Pool, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const writers = async () => (await pool.query<{ writer: string }>(WRITERS)).rows.map(({ writer }) => writer);
  let open = await writers();
  while (open.length > 0) {
    if (performance.now() >= deadline) return false;
    await wait(POLL_INTERVAL_MS);
    const now = new Set(await writers());
    open = open.filter((writer) => now.has(writer));
  }
  return true;
}
