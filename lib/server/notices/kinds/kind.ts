import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import { NOT_UNDONE } from "#lib/server/db/review-log.ts";

/** A cause of a notice and its addressee. */
export type Found = {
  user_id: string;
  /** Identifies the cause among those of the kind. */
  source: string;
  /** Null for a kind that is not about a file. */
  verification_id: string | null;
  at: Instant;
  /** Whose act it was, who is not told of it; null for the rules. */
  caused_by: string | null;
};

/** `since`: where to look from. `begun`: since when the kind exists in this installation. */
export type Look = { since: Instant; begun: Instant };

/** A kind of notice, mostly about a file: when, to whom, in which words, and the page it leads to. */
export type NoticeKind = {
  kind: string;
  /** Of its readers, when it is made and when it is shown. */
  permission: Permission;
  /** Reads the causes of late; what was found before may be found again. */
  find(tx: Client, look: Look): Promise<Found[]>;
  /** SQL: the reader may still read the subject of the row `notice`; `$2` are the kinds of notes that the reader sees. */
  shown?: string;
  /** `by`: the name of whose act it was, where it is known. */
  words: Record<Locale, (by: string | null) => string>;
  /** Its argument is empty where the kind is not about a file. */
  path(verification_id: string): string;
};

export const fileOf = (verification_id: string): string => `/verifications/${encodeURIComponent(verification_id)}`;

const FOUND = "log.id::text AS source, log.verification_id, log.at, log.user_id AS caused_by";

/** The entries of the review log that are of this kind of notice; `to` is the addressee, a column of `log`. */
export const fromLog = (to: string, condition: string, join = "") => {
  const statement = `SELECT ${to} AS user_id, ${FOUND} FROM review_log AS log ${join}
    WHERE log.at >= $1 AND ${to} IS NOT NULL AND ${condition} AND ${NOT_UNDONE}`;
  return async (tx: Client, { since }: Look): Promise<Found[]> => (await tx.query<Found>(statement, [since])).rows;
};

/** SQL: nobody has taken the entry of the log back that is the source of `notice`. */
export const LOG_STANDS = `NOT EXISTS (SELECT FROM review_log AS later
  WHERE later.verification_id = notice.verification_id AND later.undoes::text = notice.source)`;
