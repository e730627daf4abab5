import type { Assignee, Exception, Resolution } from "#lib/core/contract/verifications/review.ts";
import type { Severity } from "#lib/core/contract/verifications/verification.ts";
import type { Narrowing, Period } from "#lib/platform/contract/figure.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { count, day, defineFilter, oneOf, text } from "#lib/platform/contract/url-parameters.ts";

export const GROUPS = ["day", "week", "month"] as const;
export type Group = (typeof GROUPS)[number];

/** Maximal days of a period: two years and a day, so that a whole year has a year before it. */
export const MAX_PERIOD_DAYS = 732;
/** Maximal points of a series: the days of a quarter. A group with more points is replaced by a wider one. */
export const MAX_POINTS = 100;
/** Texts and codes of a ranking. */
export const MAX_RANKED = 100;
/** Entries of a ranking on the page; the export has the others. */
export const SHOWN_RANKED = 10;
/** Fewer files than this are counted, and not drawn or compared. */
export const MIN_COMPARED_FILES = 5;

/** The days around a period, and the period before, have instants too. */
const YEARS = /^2/;

/** Parameters of the page and of `GET /api/insights`. Without `from` and `to`: the last thirty days. */
export const INSIGHTS = defineFilter<{ from: string | null; to: string | null; group: string | null } & Narrowing>({
  from: day(YEARS),
  to: day(YEARS),
  group: oneOf(GROUPS),
  account: text(),
  label: text(),
  tag_prefix: text(),
  policy_version: count(999_999_999),
});
export type InsightsParameters = typeof INSIGHTS.empty;

/** In seconds; each is the value of one file (no interpolation). Null without any file. */
export type Percentiles = { p50_seconds: number | null; p75_seconds: number | null; p90_seconds: number | null };

type Completion = { files: number } & Percentiles;
type Lookups = { found: number; failed: number; corrected: number };
type ReviewFigures = {
  opened: number;
  decided: number;
  on_time: number;
  late: number;
  /** Files accepted in spite of an exception. */
  exceptions: number;
  /** Files accepted with a sentence of the policy as the reason, and those whose sentence was not edited. */
  sentences: number;
  unedited: number;
  reopened_by_facts: number;
  /** Decisions whose opening is known. */
  timed: number;
} & Percentiles;

/** The figures of the period before, for comparison. */
export type PreviousFigures = Pick<Period, "from" | "to"> & {
  created: number;
  completion: Completion;
  findings: { runs: number; final_runs: number; empty_final_runs: number };
  lookups: Lookups;
  review: ReviewFigures;
};

/**
 * `GET /api/insights`. Counts are of files, each file once, except counts of runs. Each count links to its files by
 * `figure=` of the list (`writeFigure`). A period counts the events in it: a completion by its first `full_upload`, a run
 * by `computed_at`, a decision by its time.
 */
export type Insights = {
  period: Period & { group: Group; time_zone: string };
  /** When the numbers were computed; an answer without pending files is kept for a minute. */
  computed_at: Instant;
  /** Files with news that the figures do not have yet. */
  pending_files: number;
  previous: PreviousFigures;
  completion: Completion & {
    /** By time from creation to completion, each class up to `until_seconds`, the last without end. */
    buckets: { until_seconds: number | null; files: number }[];
    /** Completed files whose creation is not known: in none of the above. */
    unknown: number;
    /** Files found complete by a read alone, at the time of that read: no event says when. In none of the above. */
    unreported: number;
  };
  /** By the states of the interface, in their order, then others. */
  funnel: {
    documents_status: string;
    /** Files that entered it. */
    files: number;
    /** Median time in the state, of files that left it in the period without a missing event. */
    p50_seconds: number | null;
    /** Files behind the median. */
    stayed: number;
    /** Files that moved back into the state from a later one. */
    backward: number;
  }[];
  /** Files with a missing event before a change: no median has their time in the previous state. */
  funnel_gaps: number;
  /** Files that are neither complete nor finished now, by their state and their time in it. */
  waiting: { documents_status: string; ages: { until_days: number | null; files: number }[] }[];
  findings: {
    runs: number;
    final_runs: number;
    empty_final_runs: number;
    /** Files with a run, a final run, an empty final run. */
    run_files: number;
    final_run_files: number;
    empty_final_run_files: number;
    /** Files with such a finding in a run of the period. */
    by_severity: Record<Severity, number>;
    /** `text` with `…` for numbers, dates and names; `id` is the value of its figure. */
    messages: { id: string; text: string; files: number }[];
    missing_fields: { missing_field: string; files: number }[];
    /** From finished to the first final run without findings. */
    clean: { files: number } & Percentiles;
  };
  /** Items that came to need attention. `item_error` is null where none is stated. */
  items: { item_type: string | null; item_error: string | null; files: number }[];
  /** Files with a person found, not found, or found after a failed lookup. */
  lookups: Lookups & { by_error: { people_error: string; files: number }[] };
  review: ReviewFigures & {
    by_resolution: Record<Resolution, number>;
    /** By the working time of the policy in force at the decision. */
    working: Percentiles;
    by_exception: Record<Exception, number>;
    /** Decisions brought back by changed facts, by the kind of change. */
    by_change: { change: string; files: number }[];
    /** Only the row of the caller, unless the caller may see the rows of others. */
    by_assignee: (Assignee & { decided: number; open: number; overdue: number } & Percentiles)[];
  };
  /** One entry for each day, week (from Monday) or month; the first and last may be cut by the period. */
  series: {
    from: string;
    created: number;
    completed: number;
    p50_completion_seconds: number | null;
    final_runs: number;
    severity: Record<Severity, number>;
    opened: number;
    decided: number;
    late: number;
  }[];
};
