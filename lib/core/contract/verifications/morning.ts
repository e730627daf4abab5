import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { defineFilter, moment } from "#lib/platform/contract/url-parameters.ts";
import type { Difference, Officer, Review } from "./review.ts";
import type { VerificationSummary } from "./verification.ts";
import { LAST_VISIT, VERIFICATION_FILTER, type VerificationFilter } from "./verification-filter.ts";

/** The counts of an officer's morning, each by a filter of the list. */
export const MORNING_COUNTS = ["due_today", "returned", "answered", "handed", "changed"] as const;
export type MorningCount = (typeof MORNING_COUNTS)[number];

/** Files named in a section; the list has the rest. */
export const MAX_NAMED = 5;
/** Maximal number of listed officers, those with the most files first. */
export const MAX_OFFICERS = 12;

export type MorningFile = Pick<VerificationSummary, "verification_id" | "title" | "tag"> &
  Pick<Review, "state" | "assignee"> & {
    /** Time of the return, the answer or the assignment. */
    at: Instant;
  };

export type ReturnedFile = MorningFile & {
  reasons: Review["reasons"];
  /** The first difference that brought the decision back, and the number of further ones. */
  difference: Difference | null;
  more: number;
  /** The approver who returned a proposal, with the beginning of the text; null if the rules brought it back. */
  returned_by: { name: string; reason: string | null } | null;
};

/** How many requested points have arrived; null for a wait without a request through Cotejo. */
export type AnsweredFile = MorningFile & { points: { arrived: number; asked: number } | null };

/** `by` is the name at that time. */
export type HandedFile = MorningFile & { by: string };

type LaneCount = { count: ListCount; overdue: ListCount };

/** `GET /api/morning?since=…`: work for an officer, and changes since a time. */
export type Morning = {
  since: Instant;
  /** Exact to 10,000, as the list counts. */
  counts: Record<MorningCount, ListCount>;
  /** As in the lanes of the desk. */
  mine: LaneCount;
  /** `oldest_due` is the earliest due time; null without one, and of more files than are counted. */
  unassigned: LaneCount & { oldest_due: Instant | null };
  /** The next due time of today, of the user's own files and of unassigned ones. */
  due_next: Instant | null;
  to_approve: ListCount;
  /** The lane of due dates; null while no file has days. */
  due_dates: LaneCount | null;
  /** The first files of the user's own lane of the desk; of the unassigned ones if the user has none. */
  next: { lane: "mine" | "unassigned"; files: VerificationSummary[] };
  returned: ReturnedFile[];
  answered: AnsweredFile[];
  handed: HandedFile[];
  team: Officer[];
};

/** The user's own files and unassigned ones. */
const OWN_FILES: Partial<VerificationFilter> = { review: ["open"], assignee: ["me", "none"], sort: "due" };

const MORNING_FILTERS: Record<MorningCount, (since: Instant) => Partial<VerificationFilter>> = {
  due_today: () => ({ ...OWN_FILES, due: ["today"] }),
  returned: (since) => ({ ...OWN_FILES, returned_since: since }),
  answered: () => ({ ...OWN_FILES, reason: ["answered"] }),
  handed: (since) => ({ review: ["open", "waiting"], assignee: ["me"], handed_since: since, sort: "due" }),
  changed: (since) => ({ changed_since: since }),
};

export const filterOfMorning = (count: MorningCount, since: Instant): VerificationFilter => ({
  ...VERIFICATION_FILTER.empty,
  ...MORNING_FILTERS[count](since),
});

export const addressOfMorning = (count: MorningCount, since: Instant): string =>
  `/verifications?${VERIFICATION_FILTER.write(filterOfMorning(count, since))}`;

/** The page's address: start of the period, by default the end of the reader's last visit. */
export const MORNING = defineFilter<{ since: string | null }>({ since: moment(LAST_VISIT) });
