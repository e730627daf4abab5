import {
  REASON_FILTERS,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/core/contract/verifications/verification-filter.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { defineFilter, oneOf, text } from "#lib/platform/contract/url-parameters.ts";

/** The lanes of the review desk, in their order there. A file may be in several. */
export const LANES = ["mine", "unassigned", "approval", "dates", "changed", "waiting", "stalled"] as const;
export type Lane = (typeof LANES)[number];

/** Counting stops here: an exact count would cost more than the rest of the desk. */
export const MAX_IN_LANE = 1_000;

/**
 * Number of verifications in each lane (`GET /api/review/lanes`), and of overdue ones among them: the totals of the list
 * with the lane's filter, and with `due=overdue` added; of the files with due dates, by `due_dates=overdue`. `approval` has only proposals that the reader may approve. Only
 * open reviews have a due time, so waiting and proposed ones are never overdue. Exact to `MAX_IN_LANE`.
 */
export type Lanes = Record<Lane, { count: ListCount; overdue: ListCount }> & {
  /** Whether any file was ever in review: then an empty lane means finished work, else work to come. */
  begun: boolean;
  /** Whether the policy has rules about dates, or a file has a day: else the lane `dates` is not shown. */
  dated: boolean;
};

/**
 * The filter of each lane. `unassigned` has the files that `POST /api/review/next` hands out; files that only wait for their
 * customer are in `stalled`.
 */
const LANE_FILTERS: Record<Lane, Partial<VerificationFilter>> = {
  mine: { review: ["open"], assignee: ["me"] },
  unassigned: {
    review: ["open"],
    assignee: ["none"],
    reason: REASON_FILTERS.filter((reason) => reason !== "stalled_customer"),
  },
  approval: { review: ["approval"] },
  dates: { due_dates: ["now"] },
  changed: { review: ["open"], reason: ["changed"] },
  waiting: { review: ["waiting"] },
  stalled: { review: ["open"], reason: ["stalled_customer", "stalled_service"] },
};

export const filterOfLane = (lane: Lane): VerificationFilter => ({
  ...VERIFICATION_FILTER.empty,
  ...LANE_FILTERS[lane],
  sort: lane === "dates" ? "next_date" : "due",
});

/** The parameters of the desk's address. */
export const DESK = defineFilter({
  lane: oneOf(LANES),
  /** The id of the open file. */
  file: text(),
});

/** An empty `mine` is useless as a queue: unassigned files are shown instead, if there are any. */
export const fallsBack = (asked: Lane, lanes: Lanes | undefined): boolean =>
  asked === "mine" && lanes?.mine.count === 0 && lanes.unassigned.count !== 0;

/** Deciders begin with their own files, other readers with unassigned ones. */
export const laneOf = ({ lane }: typeof DESK.empty, decides: boolean): Lane =>
  lane ?? (decides ? "mine" : "unassigned");
