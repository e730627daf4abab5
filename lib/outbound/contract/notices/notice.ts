import type { Instant } from "#lib/platform/contract/time.ts";

/** A notice to a person, in the words of its reader's language. */
export type Notice = {
  notice_id: number;
  /** Kinds are files of `lib/outbound/server/notices/kinds` and `lib/outbound/server/notices/alerts`. */
  kind: string;
  /** Null for a notice without a file, such as an alert. */
  verification_id: string | null;
  /** The time of its cause. */
  at: Instant;
  read_at: Instant | null;
  /** Its mail, or the digest with it, could not be sent. */
  mail_failed: boolean;
  text: string;
  /** The page of its subject. */
  path: string;
  /** The file's title and tag; null without one. */
  file: { title: string | null; tag: string | null } | null;
};

/** Unread notices are counted up to this number. */
export const MAX_UNREAD = 100;

/** `GET /api/notices`, newest first. `unread` counts those of all pages, to `MAX_UNREAD`. */
export type NoticeList = { items: Notice[]; unread: number; next_cursor: string | null };

/** Number of notices in one request. */
export const MAX_READ_AT_ONCE = 200;
