import { NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import { argumentsOf, notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import type { Messages } from "#messages/types.ts";

/** A cause of a notice and its addressee. */
export type NoticeCause = {
  user_id: string;
  /** Identifies the cause among those of the kind. */
  source: string;
  /** Null for a kind that is not about a file. */
  verification_id: string | null;
  at: Instant;
  /** The account of the act, which gets no notice of it; null for the rules. */
  caused_by: string | null;
};

/** `since`: the start of the search. `begun`: since when the kind exists in this installation. */
export type SearchRange = { since: Instant; begun: Instant };

/** A kind of notice, mostly about a file: when, to whom, and the page it leads to. */
export type NoticeKind = {
  kind: keyof Messages["notifications"]["notice"];
  /** The permission of its readers, checked when a notice is written and when it is shown. */
  permission: Permission;
  /** Reads the recent causes; it may find a cause again. */
  find(tx: Client, range: SearchRange): Promise<NoticeCause[]>;
  /** The most causes of one search, for a kind that finds only causes without a notice: the others follow in further searches. */
  batch?: number;
  /** SQL: the reader may still read the subject of the row `notice`; `$2` are the kinds of notes that the reader sees. */
  shown?: string;
  /** Its argument is empty for a kind that is not about a file. */
  path(verification_id: string): string;
};

/** `by`: the name of the account of the act; null if unknown. */
export const noticeText = (kind: NoticeKind["kind"], by: string | null, locale: Locale): string =>
  notificationWords(locale)(`notice.${kind}`, argumentsOf({ by }));

export const fileOf = (verification_id: string): string => `/verifications/${encodeURIComponent(verification_id)}`;

const CAUSE_COLUMNS = "log.id::text AS source, log.verification_id, log.at, log.user_id AS caused_by";

/** Finds the entries of the review log for a kind of notice; `to` is the addressee, a column of `log`. */
export const fromLog = (to: string, condition: string, join = "") => {
  const statement = `SELECT ${to} AS user_id, ${CAUSE_COLUMNS} FROM review_log AS log ${join}
    WHERE log.at >= $1 AND ${to} IS NOT NULL AND ${condition} AND ${NOT_UNDONE}`;
  return async (tx: Client, { since }: SearchRange): Promise<NoticeCause[]> =>
    (await tx.query<NoticeCause>(statement, [since])).rows;
};

/** SQL: no later entry undoes the log entry that is the source of `notice`. */
export const ENTRY_NOT_UNDONE = `NOT EXISTS (SELECT FROM review_log AS later
  WHERE later.verification_id = notice.verification_id AND later.undoes::text = notice.source)`;
