import { z } from "zod";
import {
  count,
  counted,
  freshness,
  instant,
  text,
  texts,
  time,
  timeAsText,
} from "#lib/platform/contract/answer-fields.ts";
import { OUTAGE_CAUSES, PARTS } from "./incomplete.ts";
import { review, reviewStanding } from "./review-answers.ts";

/** A finding (interface, Resources: Finding). A severity outside the enum is kept as it came. */
const finding = z.object({ severity: z.string(), message: z.string(), missing_field: text });

/** A row of the list. Times are ISO 8601 UTC; null is 'not known', never 'none'. */
const summary = z.object({
  verification_id: z.string(),
  account_id: text,
  account_name: text,
  tag: text.meta({ description: "The reference that the account gave the verification." }),
  title: text.meta({ description: "From the fields that an administrator chose. It may name a person." }),
  tax_id: text,
  created_at: time,
  created_at_text: timeAsText,
  status: text,
  status_at: time,
  documents_status: text,
  documents_status_at: time,
  first_completed_at: time,
  has_gap: z.boolean(),
  findings: z.object({
    high: count,
    medium: count,
    low: count,
    /** `provisional`, `final`, or null for a run known from a read only, or without a run. */
    source: text,
    computed_at: time,
    /** The first of the gravest ones, its message cut to 200 characters; null without any. */
    gravest: finding.nullable(),
  }),
  items_total: count,
  /** Items that need attention, with or without an `item_error`. */
  items_with_error: count,
  /** Distinct current error codes of the items, sorted. */
  item_errors: texts,
  /** Distinct current types of the items, sorted. */
  item_types: texts,
  item_types_with_error: texts,
  labels: texts,
  /** The names of `labels`, in their order; the key where no event has named it. */
  label_names: texts,
  last_activity_at: time,
});

export const verificationSummary = summary.extend({
  /** Parts of the file that may lack events; the verification's own answer has times and causes. */
  possibly_incomplete: z.array(z.enum(PARTS)),
  /** At its last evaluation. */
  review: review.nullable(),
});

/** In both languages, as the policy names it. */
const policyWords = z.object({ en: z.string(), es: z.string() });

/** Why a file is in the lane of due dates (`lib/statements/contract/due.ts`). */
export const dueCause = z.object({
  cause: z.enum(["document", "check", "periodic"]),
  /** The document and its name; null for a check and a periodic review. */
  document_kind: text,
  name: policyWords.nullable(),
  people_id: count.nullable(),
  due_on: z.iso
    .date()
    .meta({ description: "The last day on which the document counts as good, or the day of the check." }),
  from_on: z.iso.date().meta({ description: "The file is in the lane from this day on." }),
  backlog: z.boolean().meta({ description: "It was late when the rule began, and has a day of its own instead." }),
});

/** The relationship and the due causes of a file; null without statements and without documents in the policy. */
const listedDates = z
  .object({
    relation: z
      .object({
        since: z.iso.date(),
        until: z.iso.date().nullable(),
        checked_at: time,
        next_check_on: z.iso.date().nullable(),
      })
      .nullable(),
    causes: z.array(dueCause),
    /** Whether the file is in the lane today. */
    due: z.boolean(),
    /** Whether the first day has passed; what was late when its rule began is never overdue. */
    overdue: z.boolean(),
    worst: z
      .object({
        document_kind: z.string(),
        name: policyWords,
        people_id: count.nullable(),
        state: z.enum(["expired", "too_old", "expires_soon", "unknown", "valid"]),
        day: z.iso
          .date()
          .nullable()
          .meta({ description: "The day of the expiry, or the last day of the allowed age." }),
      })
      .nullable()
      .meta({ description: "The document that needs attention first today; null where the policy names none." }),
  })
  .nullable();

export const verificationList = z.object({
  items: z.array(
    verificationSummary.extend({
      dates: listedDates,
      place: z.tuple([z.number()], z.union([z.number(), z.string()])).meta({ description: "Its place in the order." }),
    }),
  ),
  next_cursor: text.meta({ description: "For the next page; null on the last one." }),
  /** Exact to 10,000. */
  total: counted,
  /** Identifies the outages by which `possibly_incomplete` was decided for all rows. */
  outages: z.string(),
});

/** The time that an event states; with `at_text`, `at` is the time of the signature. */
const dated = { at: instant, at_text: timeAsText };

/** A period in one documents_status, oldest first (design §9). */
const timelineEntry = z.object({
  ...dated,
  from: text,
  to: z.string(),
  source: z.enum(["event", "api"]),
  /** An event is missing before this one. */
  gap: z.boolean(),
});

const findingsRun = z.object({
  items: z.array(finding),
  computed_at: time,
  /** A reading has no signature: with this text, its `computed_at` is null. */
  computed_at_text: timeAsText,
  /** `provisional` or `final`; null for a run known from a read only, whose source the service does not state. */
  source: text,
  run_id: text,
  found_by: z.enum(["event", "api"]),
  /**
   * A final run from before the verification was reopened: no longer definitive, until a reading that began after the
   * verification finished again shows the same run.
   */
  before_reopening: z.boolean(),
  /** The verification has finished again since, and no read has confirmed the run yet. */
  finished_again: z.boolean(),
});

const item = z.object({
  item_id: count,
  item_type: text,
  internal_status: text,
  item_error: text,
  completed_at: time,
  extraction_completed_at: time,
  success: z.boolean().nullable(),
  /** Why it needs attention, as `item_problem` of the database decides, with or without an `item_error`; else null. */
  problem: z.enum(["failed", "unclassified"]).nullable(),
  /** Oldest first. */
  history: z.array(
    z.object({
      ...dated,
      kind: z.enum(["completed", "extraction_completed", "internal_status_changed"]),
      item_type: text,
      item_error: text,
      internal_status: text,
      success: z.boolean().nullable(),
    }),
  ),
});

const label = z.object({
  label: z.string(),
  display_name: text,
  category: text,
  comment: text,
  added_at: time,
  /** Null while the label is assigned. */
  removed_at: time,
  /** As events stated it, oldest first. A comment update is a removal and an assignment (interface, event rule 1). */
  history: z.array(z.object({ ...dated, kind: z.enum(["added", "removed"]), comment: text })),
});

export const verificationDetail = z.object({
  verification: summary.extend({ extraction_completed_at: time, extraction_completed_at_text: timeAsText }),
  /** The version is of the facts in this answer. Null if the caller did not ask for reviews. */
  review: review.nullable(),
  /** The standing of the review by the same facts; null where the review is null. */
  review_standing: reviewStanding.nullable(),
  /** Until proved otherwise; by part, the latest first. */
  possibly_incomplete: z
    .array(z.object({ part: z.enum(PARTS), from: time, to: time, reason: z.enum([...OUTAGE_CAUSES, "contradiction"]) }))
    .meta({ description: "Where events may be missing." }),
  documents_status_timeline: z.array(timelineEntry),
  findings: findingsRun.nullable(),
  /** Every observed run, newest first. */
  findings_runs: z.array(findingsRun),
  items: z.array(item),
  labels: z.array(label),
  freshness,
  /** Fields outside the interface, unchanged. */
  other_fields: z
    .record(z.string(), z.unknown())
    .meta({ description: "Fields of the service's answer that this document does not name." }),
  /** False once the retention has deleted the service's last answer, the source of `other_fields`. */
  last_answer_kept: z.boolean(),
  /** The answer was stored before the bounds existed and exceeds them: it has no other fields here. */
  last_answer_too_large: z.boolean(),
});
