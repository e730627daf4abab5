import type { FigureName } from "#lib/contract/figure.ts";
import type { Insights, Percentiles } from "./insights.ts";

/** A number of a month. `files` is the count, or the number of files behind `times`. */
export type Measure = {
  files: number;
  /** The whole of a share, in files; null for other numbers. */
  of: number | null;
  /** Seconds within which a half, three quarters and nine tenths of the files were done; null where it has no times. */
  times: Percentiles | null;
};

const files = (count: number): Measure => ({ files: count, of: null, times: null });
const share = (part: number, of: number): Measure => ({ files: part, of, times: null });
const times = (count: number, { p50_seconds, p75_seconds, p90_seconds }: Percentiles): Measure => ({
  files: count,
  of: null,
  times: { p50_seconds, p75_seconds, p90_seconds },
});

type Definition = { measure: (insights: Insights) => Measure; figure: FigureName; value?: string };

/** The numbers of the monthly report, in its order. */
export const REPORT_NUMBERS = {
  files: {
    created: {
      measure: ({ series }) => files(series.reduce((sum, { created }) => sum + created, 0)),
      figure: "created",
    },
    completed: { measure: ({ completion }) => files(completion.files), figure: "completed" },
    time_to_completion: { measure: ({ completion }) => times(completion.files, completion), figure: "completed" },
  },
  findings: {
    final_runs: { measure: ({ findings }) => files(findings.final_run_files), figure: "final_run" },
    empty_final_runs: {
      measure: ({ findings }) => share(findings.empty_final_run_files, findings.final_run_files),
      figure: "empty_final_run",
    },
    high: { measure: ({ findings }) => files(findings.by_severity.high), figure: "severity", value: "high" },
    medium: { measure: ({ findings }) => files(findings.by_severity.medium), figure: "severity", value: "medium" },
    low: { measure: ({ findings }) => files(findings.by_severity.low), figure: "severity", value: "low" },
  },
  lookups: {
    found: { measure: ({ lookups }) => files(lookups.found), figure: "lookup_found" },
    failed: { measure: ({ lookups }) => files(lookups.failed), figure: "lookup_failed" },
    corrected: { measure: ({ lookups }) => files(lookups.corrected), figure: "lookup_corrected" },
  },
  review: {
    opened: { measure: ({ review }) => files(review.opened), figure: "opened" },
    decided: { measure: ({ review }) => files(review.decided), figure: "decided" },
    accepted: {
      measure: ({ review }) => files(review.by_resolution.accepted),
      figure: "resolution",
      value: "accepted",
    },
    rejected: {
      measure: ({ review }) => files(review.by_resolution.rejected),
      figure: "resolution",
      value: "rejected",
    },
    closed: { measure: ({ review }) => files(review.by_resolution.closed), figure: "resolution", value: "closed" },
    time_to_decision: { measure: ({ review }) => times(review.timed, review), figure: "timed_decision" },
    working_time_to_decision: {
      measure: ({ review }) => times(review.timed, review.working),
      figure: "timed_decision",
    },
    on_time: { measure: ({ review }) => share(review.on_time, review.on_time + review.late), figure: "on_time" },
    exceptions: { measure: ({ review }) => files(review.exceptions), figure: "exception" },
    reopened: { measure: ({ review }) => files(review.reopened_by_facts), figure: "reopened" },
  },
} satisfies Record<string, Record<string, Definition>>;
type Numbers = typeof REPORT_NUMBERS;
export type ReportGroup = keyof Numbers;
export type ReportNumber = { [Group in ReportGroup]: keyof Numbers[Group] }[ReportGroup];

export type ReportRow = {
  group: ReportGroup;
  name: ReportNumber;
  now: Measure;
  before: Measure;
  /** The figure of the list with its files. */
  figure: { name: FigureName; value: string | null };
};

/** The numbers of a month beside those of the month before. */
export const reportRows = (now: Insights, before: Insights): ReportRow[] =>
  Object.entries<Record<string, Definition>>(REPORT_NUMBERS).flatMap(([group, numbers]) =>
    Object.entries(numbers).map(([name, { measure, figure, value = null }]) => ({
      group: group as ReportGroup,
      name: name as ReportNumber,
      now: measure(now),
      before: measure(before),
      figure: { name: figure, value },
    })),
  );
