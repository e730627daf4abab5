import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import { isFigure, MAX_FIGURE } from "#lib/platform/contract/figure.ts";
import { UUID } from "#lib/platform/contract/text.ts";
import {
  byClock,
  count,
  defineFilter,
  flag,
  moment,
  order,
  searchText,
  someOf,
  text,
  texts,
  words,
} from "#lib/platform/contract/url-parameters.ts";
import { REASONS, REVIEW_STATES } from "./review-codes.ts";
import { FINDINGS_SOURCES, SEVERITIES } from "./verification.ts";

/**
 * The orders of the list. `status` goes from finished to states that need attention (finished, pending, pending_validation,
 * error, then values that the interface does not name), `documents_status` from an empty file to a
 * full one, `findings` by their weight (one graver finding outweighs any number of lesser ones), `items_with_error` by
 * their number. `due` goes by open reviews: overdue ones first, then by the gravest finding, then the oldest file. Rows
 * without a value come last in either direction. `next_date` goes by the first day of the causes of the lane of due dates, and
 * the three after it by the business relationship.
 */
export const SORT_KEYS = [
  "last_activity_at",
  "created_at",
  "tag",
  "status",
  "documents_status",
  "findings",
  "items_with_error",
  "due",
  "next_date",
  "relation_since",
  "checked_at",
  "next_check_on",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Orders of the list; the leading minus is descending, as in the URL. */
export type VerificationSort = SortKey | `-${SortKey}`;
export const VERIFICATION_SORTS = SORT_KEYS.flatMap((key) => [`-${key}` as const, key]) as [
  VerificationSort,
  ...VerificationSort[],
];

/** States of reviews in the filter of the list; `none` is for verifications without a review. */
export const REVIEW_FILTERS = [...REVIEW_STATES, "none"] as const;

/** Reasons in the filter of the list; `none` is for reviews without a reason, such as those opened by hand. */
export const REASON_FILTERS = [...REASONS, "none"] as const;
export type ReasonFilter = (typeof REASON_FILTERS)[number];

/** When an open review is due: before now, today, or within seven days from today, in the time zone of the policy. */
export const DUE_FILTERS = ["overdue", "today", "week"] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

/** States of documents by what people stated, of today in the time zone of the policy. */
export const DOCUMENT_DATES = ["expired", "too_old", "expires_soon", "unknown"] as const;
export type DocumentDatesFilter = (typeof DOCUMENT_DATES)[number];

/** Files with causes of the lane of due dates: in the lane today, with the first day in this or the next month, or before today. */
export const DUE_DATES = ["now", "month", "next_month", "overdue"] as const;
export type DueDatesFilter = (typeof DUE_DATES)[number];

/** Instead of a time: when the reader's last visit ended. */
export const LAST_VISIT = "last_visit";

export const MAX_DAYS = 3650;

/** Whether the text names an assignee: `me`, `none`, or the id of a user. */
export const isAssignee = (text: string): boolean => text === "me" || text === "none" || UUID.test(text);

/**
 * The filter of the list, the same in the page's address and in `GET /api/verifications` (design §9). Type, codec and the
 * schema of a search's body come from it; `conditions.ts` and `filters.tsx` state condition, words and control of each.
 */
export const VERIFICATION_FILTER = defineFilter({
  status: texts,
  documents_status: texts,
  severity: someOf(SEVERITIES),
  /** Without findings of these severities: `without_severity=high` finds files that can be decided without a high finding. */
  without_severity: someOf(SEVERITIES),
  findings_source: someOf(FINDINGS_SOURCES),
  label: texts,
  account: texts,
  item_error: texts,
  item_type: texts,
  /** With an item that needs attention, whatever the cause. */
  has_item_error: flag,
  /** Under a legal hold: its own, or that of one of its people. */
  held: flag,
  /** No event for this many days, whatever the status. */
  quiet_days: byClock(count(MAX_DAYS)),
  /** Any event at this time or later. */
  changed_since: moment(LAST_VISIT),
  documents_status_days: byClock(count(MAX_DAYS)),
  /** Any of these outcomes among the CURP lookups of its people. */
  lookup: someOf(PEOPLE_OUTCOMES),
  /** The whole tag, as it was given. */
  tag: text(),
  /**
   * Words, each in the tag, the title or the tax id, whatever its case and accents; or a part of the account's name, or
   * the beginning of the id. Words of fewer than three characters must begin a word.
   */
  q: searchText(mayAppearInUrl),
  review: someOf(REVIEW_FILTERS),
  /** The assignee of its review, any of: `me`, `none`, or the id of a user. */
  assignee: words(isAssignee),
  reason: someOf(REASON_FILTERS),
  due: byClock(someOf(DUE_FILTERS)),
  /** With a document in any of these states. */
  document_dates: byClock(someOf(DOCUMENT_DATES)),
  due_dates: byClock(someOf(DUE_DATES)),
  /** In a business relationship that nobody has checked at this time or later. */
  checked_before: moment(),
  /** Its review came back at this time or later: after a decision, by an approver, or for a follow-up. */
  returned_since: moment(LAST_VISIT),
  /** Another user assigned its review to the assignee at this time or later. */
  handed_since: moment(LAST_VISIT),
  /** The files of any of these figures of the insights (`writeFigure`). */
  figure: byClock(words(isFigure, MAX_FIGURE)),
  /** Inclusive. */
  created_from: moment(),
  /** Exclusive when an instant, inclusive when a day. */
  created_to: moment(),
  sort: order(VERIFICATION_SORTS),
});

export type VerificationFilter = typeof VERIFICATION_FILTER.empty;
