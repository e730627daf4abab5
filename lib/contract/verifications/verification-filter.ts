import { count, defineFilter, flag, moment, order, someOf, text, texts } from "#lib/contract/url-parameters.ts";
import { FINDINGS_SOURCES, type FindingsSource, SEVERITIES, type Severity } from "./verification.ts";

/**
 * What the list can be ordered by. `status` goes from finished to what asks for attention (finished, pending,
 * pending_validation, error, then values that the interface does not name), `documents_status` from an empty file to a
 * full one, `findings` by their weight (one graver finding outweighs any number of lesser ones), `items_with_error` by
 * their number. Rows without a value come last in either direction.
 */
export const SORT_KEYS = [
  "last_activity_at",
  "created_at",
  "tag",
  "status",
  "documents_status",
  "findings",
  "items_with_error",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Orders of the list; the leading minus is descending, as in the URL. */
export type VerificationSort = SortKey | `-${SortKey}`;
export const VERIFICATION_SORTS = SORT_KEYS.flatMap((key) => [`-${key}` as const, key]) as [
  VerificationSort,
  ...VerificationSort[],
];

/** What the list shows: the same shape in the page's address and in `GET /api/verifications` (design §9). */
export type VerificationFilter = {
  status: string[];
  documents_status: string[];
  severity: Severity[];
  /** What kind of run the current findings are of. */
  findings_source: FindingsSource[];
  label: string[];
  /** Ids of accounts. */
  account: string[];
  /** Any of these error codes on any item. */
  item_error: string[];
  /** Any of these types among its items. */
  item_type: string[];
  /**
   * Only verifications with an item that needs attention (`itemProblem`), whatever the cause: `has_item_error=true` in the
   * address.
   */
  has_item_error: boolean;
  /** No event for this many days, 1 to 3650, whatever the status: `quiet_days=7` in the address. */
  quiet_days: number | null;
  /** The whole tag, as it was given. */
  tag: string | null;
  /**
   * A part of the tag or of the account's name, or the beginning of the id, in any case; of fewer than three characters,
   * the beginning of each.
   */
  q: string | null;
  /** Inclusive, `YYYY-MM-DD` in UTC or an instant. */
  created_from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  created_to: string | null;
  sort: VerificationSort;
};

const MAX_QUIET_DAYS = 3650;

export const VERIFICATION_FILTER = defineFilter<VerificationFilter>({
  status: texts,
  documents_status: texts,
  severity: someOf(SEVERITIES),
  findings_source: someOf(FINDINGS_SOURCES),
  label: texts,
  account: texts,
  item_error: texts,
  item_type: texts,
  has_item_error: flag,
  quiet_days: count(MAX_QUIET_DAYS),
  tag: text(),
  q: text(),
  created_from: moment,
  created_to: moment,
  sort: order(VERIFICATION_SORTS),
});
