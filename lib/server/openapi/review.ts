import { z } from "zod";
import {
  DIFFERENCE_KINDS,
  type Difference,
  EXCEPTIONS,
  POINT_ANSWERS,
  REASONS,
  RESOLUTIONS,
  REVIEW_STATES,
  type Review,
  type ReviewStanding,
} from "#lib/contract/verifications/review.ts";
import { count, describes, instant, text, time } from "./fields.ts";

const assignee = z.object({ user_id: z.string(), name: z.string() });
const day = z.string().meta({ format: "date" });

export const review = describes<Review>()(
  z.object({
    state: z.enum(REVIEW_STATES).nullable().meta({ description: "Null without a review." }),
    resolution: z.enum(RESOLUTIONS).nullable(),
    reasons: z.array(z.enum(REASONS)).meta({ description: "Why it needs a person." }),
    lookup: z.enum(["to_correct", "not_completed"]).nullable(),
    assignee: assignee.nullable(),
    decided_by: text,
    approved_by: text,
    returned_by: z.object({ name: z.string(), reason: text }).nullable(),
    due_at: time,
    follow_up_on: day.nullable(),
    version: z.string().meta({ description: "Opaque; changes with the review and with the facts for a decision." }),
  }),
);

/** Of a difference, everything but its kind is stated only where it applies. */
const difference = describes<Difference>()(
  z.object({
    kind: z.enum(DIFFERENCE_KINDS),
    brings_back: z.boolean(),
    severity: text.exactOptional(),
    missing_field: text.exactOptional(),
    message: z.string().exactOptional(),
    item_id: count.exactOptional(),
    item_type: text.exactOptional(),
    item_error: text.exactOptional(),
    people_id: count.nullable().exactOptional(),
    people_error: text.exactOptional(),
    label: z.string().exactOptional(),
    before: text.exactOptional(),
    after: text.exactOptional(),
  }),
);

const requestPoint = z.union([
  z.object({ about: z.literal("missing_field"), missing_field: z.string() }),
  z.object({ about: z.literal("item"), item_id: count, item_type: text, item_error: text }),
  z.object({ about: z.literal("person"), people_id: count, people_error: text }),
  z.object({ about: z.literal("documents") }),
]);

export const reviewStanding = describes<ReviewStanding>()(
  z.object({
    last_entry: count,
    decision: z
      .object({
        resolution: z.enum(RESOLUTIONS),
        at: instant,
        user: assignee.nullable(),
        reason_code: text,
        reason: text,
        approval: z.object({ at: instant, user: text, reason: text }).nullable(),
        review_on: day.nullable(),
        exceptions: z.array(z.enum(EXCEPTIONS)),
        differences: z.array(difference).meta({ description: "Between the facts of now and those of the decision." }),
      })
      .nullable(),
    returns: z.array(z.object({ at: instant, name: z.string(), reason: text })),
    returned: z
      .object({ user_id: z.string(), resolution: z.enum(RESOLUTIONS), reason_code: text, reason: text })
      .nullable(),
    wait: z
      .object({
        since: instant,
        follow_up_on: day,
        request: z.array(z.object({ point: requestPoint, answer: z.enum(POINT_ANSWERS) })),
      })
      .nullable(),
    explanations: z.array(
      z.object({
        severity: z.string(),
        missing_field: text,
        message: z.string(),
        text: z.string(),
        at: instant,
        user: assignee,
      }),
    ),
  }),
);
