import { z } from "zod";
import { OUTAGE_CAUSES, PARTS } from "#lib/contract/verifications/incomplete.ts";
import type { VerificationDetail, VerificationList } from "#lib/contract/verifications/verification.ts";
import { count, counted, describes, instant, text, texts, time, timeAsText } from "./fields.ts";
import { review, reviewStanding } from "./review.ts";

const finding = z.object({ severity: z.string(), message: z.string(), missing_field: text });

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
    source: text,
    computed_at: time,
    gravest: finding.nullable(),
  }),
  items_total: count,
  items_with_error: count,
  item_errors: texts,
  item_types: texts,
  item_types_with_error: texts,
  labels: texts,
  label_names: texts,
  last_activity_at: time,
});

export const verificationList = describes<VerificationList>()(
  z.object({
    items: z.array(
      summary.extend({
        possibly_incomplete: z.array(z.enum(PARTS)),
        review: review.nullable(),
        place: z
          .tuple([z.number()], z.union([z.number(), z.string()]))
          .meta({ description: "Its place in the order." }),
      }),
    ),
    next_cursor: text.meta({ description: "For the next page; null on the last one." }),
    total: counted,
    outages: z.string(),
  }),
);

const dated = { at: instant, at_text: timeAsText };

const findingsRun = z.object({
  items: z.array(finding),
  computed_at: time,
  computed_at_text: timeAsText,
  source: text,
  run_id: text,
  found_by: z.enum(["event", "api"]),
  before_reopening: z.boolean(),
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
  problem: z.enum(["failed", "unclassified"]).nullable(),
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
  removed_at: time,
  history: z.array(z.object({ ...dated, kind: z.enum(["added", "removed"]), comment: text })),
});

export const verificationDetail = describes<VerificationDetail>()(
  z.object({
    verification: summary.extend({ extraction_completed_at: time, extraction_completed_at_text: timeAsText }),
    review: review.nullable(),
    review_standing: reviewStanding.nullable(),
    possibly_incomplete: z
      .array(
        z.object({ part: z.enum(PARTS), from: time, to: time, reason: z.enum([...OUTAGE_CAUSES, "contradiction"]) }),
      )
      .meta({ description: "Where events may be missing." }),
    documents_status_timeline: z.array(
      z.object({ ...dated, from: text, to: z.string(), source: z.enum(["event", "api"]), gap: z.boolean() }),
    ),
    findings: findingsRun.nullable(),
    findings_runs: z.array(findingsRun),
    items: z.array(item),
    labels: z.array(label),
    freshness: z.object({
      read_at: time,
      stale: z.object({ since: instant, code: z.string(), status: z.number().nullable() }).nullable(),
      unknown_to_service: z.boolean(),
    }),
    other_fields: z
      .record(z.string(), z.unknown())
      .meta({ description: "Fields of the service's answer that this document does not name." }),
    last_answer_kept: z.boolean(),
    last_answer_too_large: z.boolean(),
  }),
);
