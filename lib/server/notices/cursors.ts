import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";

/**
 * A cause is committed after the time that it carries, by the length of its transaction at most. Statements end after 9 s and
 * idle transactions after 10 s, so no transaction of a handful of statements is as long.
 */
const LOOK_BACK = "interval '10 minutes'";

const BEGIN = "INSERT INTO notice_cursors (kind) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING";

const CURSORS = `
  SELECT kind, begun_at AS begun, GREATEST(begun_at, looked_to - ${LOOK_BACK}) AS since FROM notice_cursors
  WHERE kind = ANY ($1::text[]) ORDER BY kind FOR UPDATE SKIP LOCKED`;

const ADVANCE = "UPDATE notice_cursors SET looked_to = now() WHERE kind = ANY ($1::text[])";

/** From where to look for causes of a kind, and since when the kind exists in this installation. */
export type Cursor = { kind: string; begun: Instant; since: Instant };

/**
 * Locks the cursors of these kinds until the end of the transaction, without those that another worker has locked. A new
 * kind begins now: what happened before is not told.
 */
export async function readCursors(tx: Client, kinds: readonly string[]): Promise<Cursor[]> {
  await tx.query(BEGIN, [kinds]);
  return (await tx.query<Cursor>(CURSORS, [kinds])).rows;
}

/** Notes that causes were looked for up to the beginning of the transaction. */
export async function advance(tx: Client, kinds: readonly string[]): Promise<void> {
  await tx.query(ADVANCE, [kinds]);
}
