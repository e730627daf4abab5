import { z } from "zod";
import { EXCEPTIONS, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { count, instant, text } from "#lib/platform/contract/answer-fields.ts";

const seconds = z.number().nullable();
const day = z.string();
const bySeverity = z.record(z.enum(SEVERITIES), count);

/** In seconds; each is the value of one file (no interpolation). Null without any file. */
export const percentiles = z.strictObject({ p50_seconds: seconds, p75_seconds: seconds, p90_seconds: seconds });

const completion = z.strictObject({ files: count, ...percentiles.shape });
const lookups = z.strictObject({ found: count, failed: count, corrected: count });
const reviewFigures = z.strictObject({
  opened: count,
  decided: count,
  on_time: count,
  late: count,
  /** Files accepted in spite of an exception. */
  exceptions: count,
  /** Files accepted with a sentence of the policy as the reason, and those whose sentence was not edited. */
  sentences: count,
  unedited: count,
  reopened_by_facts: count,
  /** Decisions whose opening is known. */
  timed: count,
  ...percentiles.shape,
});

/** The figures of the period before, for comparison. */
const previousFigures = z.strictObject({
  from: day,
  to: day,
  created: count,
  completion,
  findings: z.strictObject({ runs: count, final_runs: count, empty_final_runs: count }),
  lookups,
  review: reviewFigures,
});

/**
 * The figures of a period. Counts are of files, each file once, except counts of runs. Each count links to its files by
 * `figure=` of the list (`writeFigure`). A period counts the events in it: a completion by its first `full_upload`, a run
 * by `computed_at`, a decision by its time.
 */
export const insights = z.strictObject({
  period: z.strictObject({
    from: day,
    to: day,
    since: instant,
    until: instant,
    group: z.enum(["day", "week", "month"]),
    time_zone: z.string(),
  }),
  /** When the computation of the numbers began. */
  computed_at: instant,
  /** Files with news that the figures do not have yet. */
  pending_files: count,
  previous: previousFigures,
  completion: z.strictObject({
    ...completion.shape,
    /** By time from creation to completion, each class up to `until_seconds`, the last without end. */
    buckets: z.array(z.strictObject({ until_seconds: seconds, files: count })),
    /** Completed files whose creation is not known: in none of the above. */
    unknown: count,
    /** Files found complete by a read alone, at the time of that read: no event says when. In none of the above. */
    unreported: count,
  }),
  /** By the states of the interface, in their order, then others. */
  funnel: z.array(
    z.strictObject({
      documents_status: z.string(),
      /** Files that entered it. */
      files: count,
      /** Median time in the state, of files that left it in the period without a missing event. */
      p50_seconds: seconds,
      /** Files behind the median. */
      stayed: count,
      /** Files that moved back into the state from a later one. */
      backward: count,
    }),
  ),
  /** Files with a missing event before a change: no median has their time in the previous state. */
  funnel_gaps: count,
  /** Files that are neither complete nor finished now, by their state and their time in it. */
  waiting: z.array(
    z.strictObject({
      documents_status: z.string(),
      ages: z.array(z.strictObject({ until_days: count.nullable(), files: count })),
    }),
  ),
  findings: z.strictObject({
    runs: count,
    final_runs: count,
    empty_final_runs: count,
    /** Files with a run, a final run, an empty final run. */
    run_files: count,
    final_run_files: count,
    empty_final_run_files: count,
    /** Files with such a finding in a run of the period. */
    by_severity: bySeverity,
    /** `text` with `…` for numbers, dates and names; `id` is the value of its figure. */
    messages: z.array(z.strictObject({ id: z.string(), text: z.string(), files: count })),
    missing_fields: z.array(z.strictObject({ missing_field: z.string(), files: count })),
    /** From finished to the first final run without findings. */
    clean: z.strictObject({ files: count, ...percentiles.shape }),
  }),
  /** Items that came to need attention. `item_error` is null where none is stated. */
  items: z.array(z.strictObject({ item_type: text, item_error: text, files: count })),
  /** Files with a person found, not found, or found after a failed lookup. */
  lookups: z.strictObject({
    ...lookups.shape,
    by_error: z.array(z.strictObject({ people_error: z.string(), files: count })),
  }),
  review: z.strictObject({
    ...reviewFigures.shape,
    by_resolution: z.record(z.enum(RESOLUTIONS), count),
    /** By the working time of the policy in force at the decision. */
    working: percentiles,
    by_exception: z.record(z.enum(EXCEPTIONS), count),
    /** Decisions brought back by changed facts, by the kind of change. */
    by_change: z.array(z.strictObject({ change: z.string(), files: count })),
    /** Only the row of the caller, unless the caller may see the rows of others. */
    by_assignee: z.array(
      z.strictObject({
        user_id: z.string(),
        name: z.string(),
        decided: count,
        open: count,
        overdue: count,
        ...percentiles.shape,
      }),
    ),
  }),
  /** Files of the day of `computed_at`, whatever the period; null where no rule of the policy asks for them. */
  dates: z.strictObject({
    /** In a business relationship whose last check, acceptance or beginning is more than twelve months ago. */
    unchecked: count.nullable(),
    /** With a date of a document or a check that is overdue. */
    overdue: count.nullable(),
  }),
  /** Entries of the days, weeks (from Monday) or months; the period may cut the first and the last entry. */
  series: z.array(
    z.strictObject({
      from: day,
      created: count,
      completed: count,
      p50_completion_seconds: seconds,
      final_runs: count,
      severity: bySeverity,
      opened: count,
      decided: count,
      late: count,
    }),
  ),
});
