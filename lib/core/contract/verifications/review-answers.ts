import { z } from "zod";
import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { count, instant, text, time } from "#lib/platform/contract/answer-fields.ts";
import { DIFFERENCE_KINDS, EXCEPTIONS, POINT_ANSWERS, REASONS, RESOLUTIONS, REVIEW_STATES } from "./review-codes.ts";

const assignee = z.object({ user_id: z.string(), name: z.string() });
const day = z.string().meta({ format: "date" });

/** A review in lists and pages. Null instead of a review only for an erased file. */
export const review = z.object({
  /** Null if no reason held yet and nobody opened it by hand. */
  state: z.enum(REVIEW_STATES).nullable().meta({ description: "Null without a review." }),
  /** Resolution of a resolved or proposed review; null with the state `approval` if the proposal is to reopen it. */
  resolution: z.enum(RESOLUTIONS).nullable(),
  /** Current reasons; empty for a resolved review, unless its facts have changed. */
  reasons: z.array(z.enum(REASONS)).meta({ description: "Why it needs a person." }),
  /** For the reason `person`: a CURP must be corrected, or a lookup has not ended. Else null. */
  lookup: z.enum(["to_correct", "not_completed"]).nullable(),
  assignee: assignee.nullable(),
  /** Name at that time of the decision's or the proposal's author; null in other states. */
  decided_by: text,
  /** Name at that time of the decision's approver; null if none was required. */
  approved_by: text,
  /**
   * The approver who returned the proposed decision of an open review, with the beginning of the text; null after
   * another step.
   */
  returned_by: z.object({ name: z.string(), reason: text }).nullable(),
  /** Null unless open. Overdue once it has passed. */
  due_at: time,
  /** Day on which a waiting review comes back, `YYYY-MM-DD` in the policy's time zone. */
  follow_up_on: day.nullable(),
  version: z.string().meta({ description: "Opaque; changes with the review and with the facts for a decision." }),
});

/**
 * A difference with its subject: no name and no CURP, since logs keep it. All fields but `kind` and `brings_back` are
 * present only if they apply.
 */
const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Whether it brings the decision back, now or from `queued_at` on; otherwise it is only shown. */
  brings_back: z.boolean(),
  severity: text.exactOptional(),
  missing_field: text.exactOptional(),
  /** Message of a finding, in the service's words. */
  message: z.string().exactOptional(),
  item_id: count.exactOptional(),
  item_type: text.exactOptional(),
  item_error: text.exactOptional(),
  people_id: count.nullable().exactOptional(),
  people_error: text.exactOptional(),
  label: z.string().exactOptional(),
  before: text.exactOptional(),
  after: text.exactOptional(),
});

/** A requested point, with its subject, so that an answer can be recognised. */
const requestPoint = z.union([
  z.object({ about: z.literal("missing_field"), missing_field: z.string() }),
  z.object({ about: z.literal("item"), item_id: count, item_type: text, item_error: text }),
  z.object({ about: z.literal("person"), people_id: count, people_error: text }),
  z.object({ about: z.literal("documents") }),
]);

/** The standing of a review, which the page of a file shows beside it. */
export const reviewStanding = z.object({
  /** The newest entry of the log; 0 without one. Later entries are steps since this answer. */
  last_entry: count,
  /** What an acceptance would be made in spite of, by the facts of now. */
  open: z.object({
    exceptions: z.array(z.enum(EXCEPTIONS)),
    /** The people behind `person_unresolved`; names are read separately. */
    people: z.array(z.object({ people_id: count.nullable(), outcome: z.enum(PEOPLE_OUTCOMES), people_error: text })),
  }),
  /** Two people made the last decision: reopening it, or closing the file later, takes two as well. */
  by_two: z.boolean(),
  /** The proposal to reopen the decision, which awaits another person's approval; null without one. */
  reopening: z.object({ user: assignee.nullable(), at: instant, reason: text }).nullable(),
  /** The standing or proposed decision; null without one. */
  decision: z
    .object({
      resolution: z.enum(RESOLUTIONS),
      at: instant,
      /** The author, with the name at that time; null if unknown. */
      user: assignee.nullable(),
      reason_code: text,
      reason: text,
      /** The approver, with their own text; null without one. */
      approval: z.object({ at: instant, user: text, reason: text }).nullable(),
      /** The day on which an accepted file comes back for a periodic review, `YYYY-MM-DD` in the policy's time zone. */
      review_on: day.nullable(),
      /** The exceptions of an acceptance; empty for a rejected or closed file. */
      exceptions: z.array(z.enum(EXCEPTIONS)),
      differences: z.array(difference).meta({ description: "Between the facts of now and those of the decision." }),
    })
    .nullable(),
  /** Texts of approvers who returned a decision of an open or proposed review, newest first. */
  returns: z.array(z.object({ at: instant, name: z.string(), reason: text })),
  /** The returned decision, for its author to continue from; null unless it was returned last. */
  returned: z
    .object({ user_id: z.string(), resolution: z.enum(RESOLUTIONS), reason_code: text, reason: text })
    .nullable(),
  /** The current wait, or the last one until an officer acts after it; null without one. */
  wait: z
    .object({
      since: instant,
      follow_up_on: day,
      /** Empty for a wait without a request through Cotejo. */
      request: z.array(z.object({ point: requestPoint, answer: z.enum(POINT_ANSWERS) })),
    })
    .nullable(),
  /**
   * An officer's explanation why a finding does not prevent an acceptance; also for findings that a newer run does not
   * have. The finding stays an exception.
   */
  explanations: z.array(
    z.object({
      severity: z.string(),
      missing_field: text,
      /** Trimmed. */
      message: z.string(),
      text: z.string(),
      at: instant,
      /** With the name at that time. */
      user: assignee,
    }),
  ),
});
