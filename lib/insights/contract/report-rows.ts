import type { FigureName } from "#lib/platform/contract/figure.ts";
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

type Definition = {
  /** The figure of the list with its files. */
  figure: { name: FigureName; value: string | null };
  measure: (insights: Insights) => Measure;
};

const by = (name: FigureName, measure: Definition["measure"], value: string | null = null): Definition => ({
  figure: { name, value },
  measure,
});

/** The numbers of the monthly report, in its order. */
export const REPORT_NUMBERS = {
  files: {
    created: by("created", ({ series }) => files(series.reduce((sum, { created }) => sum + created, 0))),
    completed: by("completed", ({ completion }) => files(completion.files)),
    time_to_completion: by("completed", ({ completion }) => times(completion.files, completion)),
  },
  findings: {
    final_runs: by("final_run", ({ findings }) => files(findings.final_run_files)),
    empty_final_runs: by("empty_final_run", ({ findings }) =>
      share(findings.empty_final_run_files, findings.final_run_files),
    ),
    high: by("severity", ({ findings }) => files(findings.by_severity.high), "high"),
    medium: by("severity", ({ findings }) => files(findings.by_severity.medium), "medium"),
    low: by("severity", ({ findings }) => files(findings.by_severity.low), "low"),
  },
  lookups: {
    found: by("lookup_found", ({ lookups }) => files(lookups.found)),
    failed: by("lookup_failed", ({ lookups }) => files(lookups.failed)),
    corrected: by("lookup_corrected", ({ lookups }) => files(lookups.corrected)),
  },
  review: {
    opened: by("opened", ({ review }) => files(review.opened)),
    decided: by("decided", ({ review }) => files(review.decided)),
    accepted: by("resolution", ({ review }) => files(review.by_resolution.accepted), "accepted"),
    rejected: by("resolution", ({ review }) => files(review.by_resolution.rejected), "rejected"),
    closed: by("resolution", ({ review }) => files(review.by_resolution.closed), "closed"),
    time_to_decision: by("timed_decision", ({ review }) => times(review.timed, review)),
    working_time_to_decision: by("timed_decision", ({ review }) => times(review.timed, review.working)),
    on_time: by("on_time", ({ review }) => share(review.on_time, review.on_time + review.late)),
    exceptions: by("exception", ({ review }) => files(review.exceptions)),
    reopened: by("reopened", ({ review }) => files(review.reopened_by_facts)),
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
  figure: Definition["figure"];
};

/** The numbers of a month beside those of the month before. */
export const reportRows = (now: Insights, before: Insights): ReportRow[] =>
  Object.entries<Record<string, Definition>>(REPORT_NUMBERS).flatMap(([group, numbers]) =>
    Object.entries(numbers).map(([name, { measure, figure }]) => ({
      group: group as ReportGroup,
      name: name as ReportNumber,
      now: measure(now),
      before: measure(before),
      figure,
    })),
  );
