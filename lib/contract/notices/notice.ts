import type { Instant } from "#lib/contract/time.ts";

/** A notice to a person, in the words of its reader's language. */
export type Notice = {
  notice_id: number;
  /** Kinds are files of `lib/server/notices/kinds` and `lib/server/notices/alerts`. */
  kind: string;
  /** Null for an alert. */
  verification_id: string | null;
  /** The time of its cause. */
  at: Instant;
  read_at: Instant | null;
  text: string;
  /** The page of its subject. */
  path: string;
  /** The file's title and tag; null for an alert. */
  file: { title: string | null; tag: string | null } | null;
};

/** As many unread notices are counted. */
export const MAX_UNREAD = 100;

/** `GET /api/notices`, newest first. `unread` counts those of all pages, to `MAX_UNREAD`. */
export type NoticeList = { items: Notice[]; unread: number; next_cursor: string | null };

/** As many notices are marked as read by their ids at once. */
export const MAX_READ_AT_ONCE = 200;
