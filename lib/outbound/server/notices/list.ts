import { noteKindsOf } from "#lib/desk/contract/notes/note.ts";
import { MAX_UNREAD, type Notice, type NoticeList } from "#lib/outbound/contract/notices/notice.ts";
import type { NoticesRead } from "#lib/outbound/contract/notices/notice-input.ts";
import { PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { afterCursor, pageOf, parameters, timeCursor } from "#lib/platform/server/db/list-query.ts";
import { ALERTS_FOR, type AlertNames } from "./alerts/alert.ts";
import { ALERTS } from "./alerts/index.ts";
import { NOTICE_KINDS } from "./kinds/index.ts";
import { type NoticeKind, noticeText } from "./kinds/kind.ts";
import { ALERT_NAMES, wordsOfAlert } from "./list-alerts.ts";
import { notifyPeople } from "./notify-people.ts";

type Reader = { id: string; role: Role };

type NoticeRow = Pick<Notice, "notice_id" | "kind" | "verification_id" | "at" | "read_at" | "mail_failed"> & {
  noted_at: Instant;
  by: string | null;
  title: string | null;
  tag: string | null;
  /** The facts of an alert. */
  facts: object | null;
  names: AlertNames | null;
  resolved_at: Instant | null;
};

const KINDS = new Map<string, NoticeKind>(NOTICE_KINDS.map((kind) => [kind.kind, kind]));

/** SQL: the reader of the row `notice` may still read its subject. */
const SHOWN = `CASE notice.kind ${NOTICE_KINDS.flatMap(({ kind, shown }) => (shown ? [`WHEN '${kind}' THEN ${shown}`] : [])).join(" ")} ELSE true END`;

/** SQL: the mail of the row `notice` has failed for good. */
export const MAIL_FAILED = "EXISTS (SELECT FROM outgoing WHERE id = notice.mail_id AND state = 'failed')";

/** The reader's notices; the values are the reader, the kinds of notes and the kinds of notices that the reader may see. */
export const OF_READER = `
  FROM notices AS notice
  WHERE notice.user_id = $1 AND notice.kind = ANY ($3::text[]) AND ${SHOWN} AND (notice.verification_id IS NULL OR EXISTS (
    SELECT FROM verification_summaries AS summary WHERE summary.verification_id = notice.verification_id))`;

export const valuesOf = ({ id, role }: Reader) => [id, noteKindsOf(role), kindsOf(role)];

/** The kinds of notices that a role may see. */
const kindsOf = (role: Role): string[] => [
  ...NOTICE_KINDS.filter(({ permission }) => may(role, permission)).map(({ kind }) => kind),
  ...(may(role, ALERTS_FOR) ? ALERTS.map(({ kind }) => kind) : []),
];

const UNREAD = `
  SELECT count(*)::int AS unread FROM (
    SELECT ${OF_READER} AND notice.read_at IS NULL LIMIT ${MAX_UNREAD}
  ) AS counted`;

type Page = { unread: boolean; cursor?: string | null; limit?: number };

/** A page of the reader's notices, newest first, in the words of a language. */
export async function listNotices(
  reader: Reader,
  locale: Locale,
  { unread, cursor, limit = PAGE_ROWS }: Page,
  { pool }: Pooled = database(),
): Promise<NoticeList> {
  const collected = parameters();
  for (const value of valuesOf(reader)) collected.add(value);
  const found = await pool.query<NoticeRow>(
    `SELECT notice.id AS notice_id, notice.kind, notice.verification_id, notice.at, notice.noted_at, notice.read_at,
       ${MAIL_FAILED} AS mail_failed, author.name AS by, summary.title, summary.tag, alerts.facts, alerts.resolved_at,
       CASE WHEN alerts.id IS NOT NULL THEN ${ALERT_NAMES} END AS names
     FROM (SELECT notice.* ${OF_READER} ${unread ? "AND notice.read_at IS NULL" : ""}
       ${afterCursor("notices", cursor, "noted_at", collected)}
       ORDER BY notice.noted_at DESC, notice.id DESC LIMIT ${limit + 1}) AS notice
       LEFT JOIN verification_summaries AS summary USING (verification_id)
       LEFT JOIN users AS author ON author.id = notice.caused_by LEFT JOIN alerts ON alerts.id = notice.alert_id
     ORDER BY notice.noted_at DESC, notice.id DESC`,
    collected.values,
  );
  const { rows, last } = pageOf(found.rows, limit);
  const counted = await pool.query<{ unread: number }>(UNREAD, valuesOf(reader));
  return {
    items: rows.map((row) => noticeOf(row, locale)),
    unread: counted.rows[0]?.unread ?? 0,
    next_cursor: last ? timeCursor("notices", last.noted_at, last.notice_id) : null,
  };
}

function noticeOf(row: NoticeRow, locale: Locale): Notice {
  const { notice_id, kind, verification_id, at, read_at, mail_failed, by, title, tag } = row;
  const shown = { notice_id, kind, verification_id, at, read_at, mail_failed };
  const known = KINDS.get(kind);
  if (verification_id === null && !known) {
    const { text, path } = wordsOfAlert(row, locale);
    return { ...shown, file: null, text, path };
  }
  return {
    ...shown,
    text: known ? noticeText(known.kind, by, locale) : kind,
    path: known?.path(verification_id ?? "") ?? "/",
    file: verification_id === null ? null : { title: shownName(title), tag: shownName(tag) },
  };
}

/** Marks the user's own notices as read, the named ones or all, and announces it to the user's other tabs. */
export async function markRead(user_id: string, read: NoticesRead, { pool }: Pooled = database()): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE notices SET read_at = now() WHERE user_id = $1 AND read_at IS NULL AND ($2::bigint[] IS NULL OR id = ANY ($2))`,
      [user_id, "all" in read ? null : read.notice_ids],
    );
    if (rowCount) await notifyPeople(tx, [user_id]);
  });
}
