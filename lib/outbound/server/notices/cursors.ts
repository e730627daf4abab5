import type { Instant } from "#lib/platform/contract/time.ts";
import { type AdvisoryLock, tryLock } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * A cause is committed later than its time, by the length of its transaction at most. Statements end after 9 s and idle
 * transactions after 10 s, so a transaction of a few statements is shorter than this. The locks by which
 * `follow` knows the writers of a log do not show it: a cause may have the time at which its transaction began.
 */
const OVERLAP = "interval '10 minutes'";

const ADD_CURSORS = "INSERT INTO notice_cursors (kind) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING";

const CURSORS = `
  SELECT kind, begun_at AS begun, GREATEST(begun_at, looked_to - ${OVERLAP}) AS since FROM notice_cursors
  WHERE kind = ANY ($1::text[])`;

/** Seldom, since each search covers the overlap too. */
const ADVANCE =
  "UPDATE notice_cursors SET looked_to = now() WHERE kind = ANY ($1::text[]) AND looked_to < now() - interval '5 minutes'";

/** The start of the search for causes of a kind, and since when the kind exists in this installation. */
export type Cursor = { kind: string; begun: Instant; since: Instant };

/**
 * The cursors of these kinds, under this lock until the end of the transaction; none while another worker has the lock. A
 * new kind begins now: earlier causes get no notice.
 */
export async function readCursors(tx: Client, lock: AdvisoryLock, kinds: readonly string[]): Promise<Cursor[]> {
  if (!(await tryLock(tx, lock, "advisory_xact_lock"))) return [];
  await tx.query(ADD_CURSORS, [kinds]);
  return (await tx.query<Cursor>(CURSORS, [kinds])).rows;
}

/** Records that causes were searched up to the beginning of the transaction, every five minutes. */
export async function advance(tx: Client, kinds: readonly string[]): Promise<void> {
  await tx.query(ADVANCE, [kinds]);
}
