import type { Insights } from "#lib/insights/contract/insights.ts";

const NO_TIMES = { p50_seconds: null, p75_seconds: null, p90_seconds: null };
const HOUR = 3_600;
const COUNTS = {
  opened: 9,
  decided: 8,
  on_time: 6,
  late: 2,
  exceptions: 1,
  sentences: 4,
  unedited: 3,
  reopened_by_facts: 1,
  timed: 7,
};

/** An answer about October 2026 in which every part has something. */
export const answerOfOctober = (changes: Partial<Insights> = {}): Insights => ({
  period: {
    ...{ from: "2026-10-01", to: "2026-10-31", group: "week", time_zone: "America/Mexico_City" },
    ...{ since: "2026-10-01T06:00:00.000000Z", until: "2026-11-01T06:00:00.000000Z" },
  },
  computed_at: "2026-11-02T15:00:00.000000Z",
  pending_files: 0,
  previous: {
    ...{ from: "2026-08-31", to: "2026-09-30", created: 10 },
    completion: { files: 5, ...NO_TIMES, p50_seconds: 5 * HOUR },
    findings: { runs: 9, final_runs: 4, empty_final_runs: 1 },
    lookups: { found: 3, failed: 2, corrected: 1 },
    review: { ...COUNTS, decided: 4, ...NO_TIMES },
  },
  completion: {
    ...{ files: 12, p50_seconds: 2 * HOUR, p75_seconds: 30 * HOUR, p90_seconds: 100 * HOUR, unknown: 1, unreported: 2 },
    buckets: [
      { until_seconds: HOUR, files: 4 },
      { until_seconds: null, files: 8 },
    ],
  },
  funnel: [{ documents_status: "partial_upload", files: 14, p50_seconds: HOUR, stayed: 11, backward: 1 }],
  funnel_gaps: 1,
  waiting: [
    {
      documents_status: "pending_upload",
      ages: [
        { until_days: 1, files: 3 },
        { until_days: null, files: 2 },
      ],
    },
  ],
  findings: {
    ...{ runs: 30, final_runs: 11, empty_final_runs: 5, run_files: 15, final_run_files: 10, empty_final_run_files: 5 },
    by_severity: { high: 4, medium: 3, low: 2 },
    messages: [{ id: "812", text: "=El RFC … no coincide", files: 3 }],
    missing_fields: [{ missing_field: "RPC", files: 2 }],
    clean: { files: 5, ...NO_TIMES, p50_seconds: 0 },
  },
  items: [{ item_type: "pw_mx", item_error: "password_protected_pdf", files: 2 }],
  lookups: { found: 6, failed: 2, corrected: 1, by_error: [{ people_error: "curp_format_error", files: 2 }] },
  review: {
    ...COUNTS,
    ...{ p50_seconds: 3 * HOUR, p75_seconds: 20 * HOUR, p90_seconds: 40 * HOUR },
    by_resolution: { accepted: 6, rejected: 1, closed: 1 },
    working: { p50_seconds: 2 * HOUR, p75_seconds: 6 * HOUR, p90_seconds: 12 * HOUR },
    by_exception: {
      ...{ high_finding: 1, failed_item: 0, run_not_final: 0, run_unknown: 0 },
      ...{
        documents_incomplete: 0,
        status_not_finished: 0,
        person_unresolved: 0,
        document_expired: 0,
        document_too_old: 0,
      },
    },
    by_change: [{ change: "finding_added", files: 1 }],
    by_assignee: [{ user_id: "u1", name: "Ana", decided: 8, open: 1, overdue: 0, ...NO_TIMES, p50_seconds: HOUR }],
  },
  dates: { unchecked: 12, overdue: 3 },
  series: [pointOf("2026-10-01", 8), pointOf("2026-10-05", 7)],
  ...changes,
});

const pointOf = (from: string, created: number): Insights["series"][number] => ({
  ...{ from, created, completed: 1, p50_completion_seconds: HOUR, final_runs: 1, opened: 1, decided: 1, late: 0 },
  severity: { high: 1, medium: 0, low: 0 },
});
