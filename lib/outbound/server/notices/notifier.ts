import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { rolesWith } from "#lib/platform/contract/permissions.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";
import { advance, type Cursor, readCursors } from "./cursors.ts";
import { NOTICE_KINDS } from "./kinds/index.ts";
import type { NoticeKind } from "./kinds/kind.ts";
import { mailAtOnce, mailDigests, NEXT_MAIL } from "./mail.ts";
import { notifyPeople } from "./notify-people.ts";
import { watchInstallation } from "./watch.ts";

const WRITE = `
  INSERT INTO notices (kind, user_id, source, verification_id, at, caused_by)
  SELECT $1, found.user_id, found.source, found.verification_id, found.at, found.caused_by
  FROM jsonb_to_recordset($2::jsonb) AS found (user_id uuid, source text, verification_id text, at timestamptz, caused_by uuid)
    JOIN users ON users.id = found.user_id
  WHERE users.disabled_at IS NULL AND users.role = ANY ($3::text[]) AND found.user_id IS DISTINCT FROM found.caused_by
    AND NOT ${isBlockedId("found.verification_id")}
  ON CONFLICT DO NOTHING RETURNING user_id`;

/**
 * Searches for new causes of notices and writes a notice for each addressee, in one transaction with the end of the
 * search: a crash loses and repeats none. Only reads the rows of other features. Causes before the first search for a
 * kind get no notice. Many causes of a kind with a `batch` are noticed in several transactions.
 */
export async function noticePeople({ pool }: Pooled, signal?: AbortSignal): Promise<void> {
  while (await searchOnce(pool)) if (signal?.aborted) return;
}

/** Returns whether a kind has written a whole batch, so that it may have more causes. */
const searchOnce = (pool: Pooled["pool"]): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const names = NOTICE_KINDS.map(({ kind }) => kind);
    // Locked before any row, as by an erasure: a notice is either erased too, or its cause is not found.
    await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
    const cursors = await readCursors(tx, LOCKS.notices, names);
    if (cursors.length === 0) return false;
    const written: Addressee[] = [];
    const looked: string[] = [];
    for (const kind of NOTICE_KINDS) {
      const cursor = cursors.find((one) => one.kind === kind.kind);
      if (!cursor) continue;
      const added = await write(tx, kind, cursor);
      written.push(...added);
      if (added.length !== kind.batch) looked.push(kind.kind);
    }
    await advance(tx, looked);
    await notifyPeople(
      tx,
      written.map(({ user_id }) => user_id),
    );
    return looked.length < cursors.length;
  });

type Addressee = { user_id: string };

async function write(tx: Client, kind: NoticeKind, { since, begun }: Cursor): Promise<Addressee[]> {
  const found = await kind.find(tx, { since, begun });
  if (found.length === 0) return [];
  const values = [kind.kind, JSON.stringify(found), rolesWith(kind.permission)];
  return (await tx.query<Addressee>(WRITE, values)).rows;
}

/** Older than any cause that is searched again, and than any notice that users look for. */
const DELETE_OLD = [
  "DELETE FROM notices WHERE noted_at < now() - interval '90 days'",
  "DELETE FROM alerts WHERE resolved_at < now() - interval '90 days'",
];

async function deleteOld({ pool }: Pooled): Promise<void> {
  for (const statement of DELETE_OLD) await pool.query(statement);
}

/** The next review that becomes overdue, or has just done so. Other causes of notices by time are those of a day. */
const NEXT_OVERDUE = `
  SELECT min(due_at) FROM reviews
  WHERE state = 'open' AND assignee IS NOT NULL AND due_at > now() - interval '10 seconds'`;

/** The worker's tasks for notices. Each may run in any number of workers. */
export const noticeTasks = (connection: Pooled): PeriodicTask[] => [
  {
    name: "notices to people",
    everyMs: 2_000,
    due: NEXT_OVERDUE,
    atLeastMs: 60_000,
    run: (signal) => noticePeople(connection, signal),
  },
  { name: "alerts to admins", everyMs: 30_000, run: () => watchInstallation(connection) },
  {
    name: "mails of notices",
    everyMs: 2_000,
    // Without a mail server a run asks nothing.
    ...(isMailConfigured() && { due: NEXT_MAIL }),
    run: () => mailAtOnce(connection),
  },
  { name: "digests of notices", everyMs: 60_000, run: () => mailDigests(connection) },
  { name: "deleting old notices", everyMs: 3_600_000, run: () => deleteOld(connection) },
];
