import type { Insights } from "#lib/insights/contract/insights.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";

/** A figure of an export, by the names of `GET /api/insights`. */
export type InsightRow = {
  section: string;
  figure: string;
  /** The figure's value: a status, a severity, an upper end (`more` for the last class), a text. */
  value: string | null;
  /** Days of the policy's time zone, both inclusive. */
  from: string;
  to: string;
  number: number | null;
  unit: "files" | "runs" | "seconds";
  /** Files behind a median; null where the number counts files itself, or is not known. */
  files: number | null;
  /** The number of the period before; null where it is not compared. */
  previous: number | null;
};

/** Every number of an answer, one a row: the period first, then its series. */
export function insightRows(insights: Insights): InsightRow[] {
  const { period, series } = insights;
  const whole = { from: period.from, to: period.to };
  return [
    ...periodRows(insights).map((row) => ({ ...whole, ...row })),
    ...series.flatMap((point, index) => {
      const next = series[index + 1];
      return seriesRows(point).map((row) => ({ ...row, to: next ? dayAfter(next.from, -1) : period.to }));
    }),
  ];
}

type PeriodRow = Omit<InsightRow, "from" | "to">;
type RowDetails = Partial<Pick<InsightRow, "value" | "unit" | "files" | "previous">>;

const row = (section: string, figure: string, number: number | null, given: RowDetails = {}): PeriodRow => ({
  section,
  figure,
  number,
  ...{ value: null, unit: "files", files: null, previous: null },
  ...given,
});

type Percentiles = Insights["review"]["working"];
const PERCENTILES = ["p50_seconds", "p75_seconds", "p90_seconds"] as const;

const percentileRows = (section: string, figure: string, now: Percentiles, files: number, before?: Percentiles) =>
  PERCENTILES.map((name) => {
    const value = name.replace("_seconds", "");
    return row(section, figure, now[name], { value, unit: "seconds", files, previous: before?.[name] ?? null });
  });

const ranked = <Entry extends { files: number }>(
  section: string,
  figure: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
) => entries.map((entry) => row(section, figure, entry.files, { value: textOf(entry) }));

const counted = (section: string, figure: string, counts: Record<string, number>) =>
  Object.entries(counts).map(([value, files]) => row(section, figure, files, { value }));

const endOf = (upper: number | null): string => (upper === null ? "more" : String(upper));
const pairOf = (first: string | null, second: string | null): string => `${first ?? ""}:${second ?? ""}`;

const periodRows = (insights: Insights): PeriodRow[] => [
  row("completion", "created", sumOf(insights.series.map(({ created }) => created)), {
    previous: insights.previous.created,
  }),
  ...completionRows(insights),
  ...funnelRows(insights),
  ...findingRows(insights),
  ...ranked("items", "item", insights.items, ({ item_type, item_error }) => pairOf(item_type, item_error)),
  ...lookupRows(insights),
  ...reviewRows(insights),
  ...Object.entries(insights.dates).flatMap(([figure, files]) => (files === null ? [] : [row("dates", figure, files)])),
];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function completionRows({ completion, previous }: Insights): PeriodRow[] {
  const before = previous.completion;
  return [
    row("completion", "completed", completion.files, { previous: before.files }),
    ...percentileRows("completion", "time_to_completion", completion, completion.files, before),
    ...ranked("completion", "completed_within", completion.buckets, ({ until_seconds }) => endOf(until_seconds)),
    row("completion", "completion_unknown", completion.unknown),
    row("completion", "completion_unreported", completion.unreported),
  ];
}

const funnelRows = ({ funnel, funnel_gaps, waiting }: Insights): PeriodRow[] => [
  ...funnel.flatMap(({ documents_status: value, files, p50_seconds, stayed, backward }) => [
    row("funnel", "entered", files, { value }),
    row("funnel", "time_in_status", p50_seconds, { value, unit: "seconds", files: stayed }),
    row("funnel", "moved_back", backward, { value }),
  ]),
  row("funnel", "status_gap", funnel_gaps),
  ...waiting.flatMap(({ documents_status, ages }) =>
    ranked("funnel", "waiting", ages, ({ until_days }) => pairOf(documents_status, endOf(until_days))),
  ),
];

const RUNS = ["run", "final_run", "empty_final_run"] as const;

const findingRows = ({ findings, previous }: Insights): PeriodRow[] => [
  ...RUNS.map((figure) => {
    const [runs, files] = [`${figure}s`, `${figure}_files`] as const;
    const behind = { unit: "runs", files: findings[files], previous: previous.findings[runs] } as const;
    return row("findings", figure, findings[runs], behind);
  }),
  ...counted("findings", "severity", findings.by_severity),
  ...ranked("findings", "message", findings.messages, ({ text }) => text),
  ...ranked("findings", "missing_field", findings.missing_fields, ({ missing_field }) => missing_field),
  row("findings", "clean", findings.clean.files),
  ...percentileRows("findings", "time_to_clean", findings.clean, findings.clean.files),
];

const lookupRows = ({ lookups, previous }: Insights): PeriodRow[] => [
  row("lookups", "lookup_found", lookups.found, { previous: previous.lookups.found }),
  row("lookups", "lookup_failed", lookups.failed, { previous: previous.lookups.failed }),
  row("lookups", "lookup_corrected", lookups.corrected, { previous: previous.lookups.corrected }),
  ...ranked("lookups", "lookup_error", lookups.by_error, ({ people_error }) => people_error),
];

const REVIEW_COUNTS = {
  opened: "opened",
  decided: "decided",
  on_time: "on_time",
  late: "late",
  exceptions: "exception",
  sentences: "sentence",
  unedited: "unedited",
  reopened_by_facts: "reopened",
} as const;

function reviewRows({ review, previous }: Insights): PeriodRow[] {
  const before = previous.review;
  const counts = Object.entries(REVIEW_COUNTS) as [keyof typeof REVIEW_COUNTS, string][];
  return [
    ...counts.map(([name, figure]) => row("review", figure, review[name], { previous: before[name] })),
    ...percentileRows("review", "time_to_decision", review, review.timed, before),
    ...percentileRows("review", "working_time_to_decision", review.working, review.timed),
    ...counted("review", "resolution", review.by_resolution),
    ...counted("review", "exception_kind", review.by_exception),
    ...ranked("review", "reopened_by", review.by_change, ({ change }) => change),
    ...review.by_assignee.flatMap(({ name: value, decided: files, open, overdue, p50_seconds }) => [
      row("workload", "decided_by", files, { value }),
      row("workload", "open", open, { value }),
      row("workload", "overdue", overdue, { value }),
      row("workload", "time_to_decision", p50_seconds, { value, unit: "seconds", files }),
    ]),
  ];
}

function seriesRows(point: Insights["series"][number]): (PeriodRow & { from: string })[] {
  const { from, severity, p50_completion_seconds, final_runs, ...counts } = point;
  const completion = { value: "p50", unit: "seconds", files: counts.completed } as const;
  return [
    ...Object.entries(counts).map(([figure, number]) => row("series", figure, number)),
    row("series", "time_to_completion", p50_completion_seconds, completion),
    row("series", "final_run", final_runs, { unit: "runs" }),
    ...counted("series", "severity", severity),
  ].map((each) => ({ ...each, from }));
}
