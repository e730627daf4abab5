import { setTimeout as wait } from "node:timers/promises";
import {
  MAX_STREAMED,
  type StreamCursor,
  type StreamedEntry,
  writeStreamCursor,
} from "#lib/platform/contract/audit/stream.ts";
import { type Database, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";
import { follow } from "#lib/platform/server/db/follow.ts";

/** Time that an answer waits for transactions that write entries. */
const WAIT_TIMEOUT_MS = 2_000;
const POLL_INTERVAL_MS = 20;

type Pool = Database["pool"];
type StreamPage = { entries: StreamedEntry[]; next: string | null };

/**
 * Entries after the cursor by their numbers, `begun` ones included, up to a number below which no entry can appear any
 * more. If a transaction that writes entries takes too long, the page is empty and the cursor unchanged.
 */
export async function streamAudit(
  cursor: StreamCursor | null,
  { limit = MAX_STREAMED, timeoutMs = WAIT_TIMEOUT_MS }: { limit?: number; timeoutMs?: number } = {},
  { pool }: Pooled = database(),
): Promise<StreamPage> {
  const unchanged = { entries: [], next: cursor && writeStreamCursor(cursor) };
  const from = cursor ? await startOf(pool, cursor) : 0;
  if (!(await hasEntries(pool, from))) return unchanged;
  const last = await settledEnd(pool, timeoutMs);
  if (last === null) return unchanged;
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

async function hasEntries(pool: Pool, from: number): Promise<boolean> {
  const text = "SELECT EXISTS (SELECT FROM audit_log WHERE id > $1) AS found";
  return (await findRow<{ found: boolean }>(pool, text, [from]))?.found ?? false;
}

/** The number below which no entry can appear any more; null if transactions that write entries take too long. */
async function settledEnd(pool: Pool, timeoutMs: number): Promise<number | null> {
  const deadline = performance.now() + timeoutMs;
  const follower = follow("audit_log");
  let end = await follower.settledEnd(pool);
  while (end === null && performance.now() < deadline) {
    await wait(POLL_INTERVAL_MS);
    end = await follower.settledEnd(pool);
  }
  return end;
}
