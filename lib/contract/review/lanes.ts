import type { Counted } from "#lib/contract/pages.ts";
import { defineFilter, text } from "#lib/contract/url-parameters.ts";
import {
  REASON_FILTERS,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";

/** The lanes of the review desk, in their order there. A file may be in several. */
export const LANES = ["mine", "unassigned", "approval", "changed", "waiting", "stalled"] as const;
export type Lane = (typeof LANES)[number];

/** A lane with more is long, whatever its number: counting on would cost more than the desk. */
export const MAX_IN_LANE = 1_000;

/**
 * How many verifications each lane has (`GET /api/review/lanes`), and how many of them are overdue: as many as the list has
 * of its filter, and of the same with `due=overdue`; of decisions to approve those that the reader has not proposed. Only
 * open reviews are ever due, so that of those that wait for their customer or for approval none is overdue. Exact to
 * `MAX_IN_LANE`.
 */
export type Lanes = Record<Lane, { count: Counted; overdue: Counted }> & {
  /** Whether a file has ever asked for a review: an empty lane is then work that is done, and else work to come. */
  begun: boolean;
};

/**
 * The filter of each lane. `unassigned` has the files that `POST /api/review/next` hands out; files that only wait for their
 * customer are in `stalled`.
 */
const ASKED: Record<Lane, Partial<VerificationFilter>> = {
  mine: { review: ["open"], assignee: ["me"] },
  unassigned: {
    review: ["open"],
    assignee: ["none"],
    reason: REASON_FILTERS.filter((reason) => reason !== "stalled_customer"),
  },
  approval: { review: ["approval"] },
  changed: { review: ["open"], reason: ["changed"] },
  waiting: { review: ["waiting"] },
  stalled: { review: ["open"], reason: ["stalled_customer", "stalled_service"] },
};

export const filterOfLane = (lane: Lane): VerificationFilter => ({
  ...VERIFICATION_FILTER.empty,
  ...ASKED[lane],
  sort: "due",
});

type Desk = {
  lane: string | null;
  /** The id of the file that is open. */
  file: string | null;
};

/** Where one is at the desk, as its address has it. */
export const DESK = defineFilter<Desk>({
  lane: text((value) => LANES.some((lane) => lane === value)),
  file: text(),
});

/** An empty `mine` is no work queue: the files that nobody has are shown instead, unless there are none of those either. */
export const fallsBack = (asked: Lane, lanes: Lanes | undefined): boolean =>
  asked === "mine" && lanes?.mine.count === 0 && lanes.unassigned.count !== 0;

/** Who takes files begins with one's own, who only looks on with what nobody has. */
export const laneOf = ({ lane }: Desk, decides: boolean): Lane =>
  LANES.find((one) => one === lane) ?? (decides ? "mine" : "unassigned");
