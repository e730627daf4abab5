import { z } from "zod";
import { COUNTS } from "./policy-input.ts";
import { DOCUMENT_STATES } from "./statement.ts";

const day = z.iso.date();
const instant = z.string().meta({ format: "date-time" });

const documentDates = z.object({
  document_kind: z.string(),
  /** As the policy names it. */
  name: z.object({ en: z.string(), es: z.string() }),
  /** Whether the file has one such document, or each of its people. */
  per: z.enum(["file", "person"]),
  people_id: z.number().nullable(),
  item_id: z.number().nullable(),
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  no_expiry: z.boolean(),
  seen_on: day.nullable(),
  issued_by: day.nullable().meta({ description: "The last possible day of issue." }),
  newer_item: z.number().nullable().meta({ description: "A newer item of the same type, which may replace it." }),
  statement: z
    .object({
      statement_id: z.number(),
      stated_at: instant,
      user_name: z.string().nullable(),
      source: z.string().nullable(),
    })
    .nullable(),
  state: z.enum(DOCUMENT_STATES),
  max_age_months: z.number().nullable().meta({ description: "The rule of the policy: how old it may be." }),
  counts: z
    .enum(COUNTS)
    .meta({ description: "When its dates count: at a decision, at the yearly check alone, or always." }),
});

const relation = z.object({
  since: day,
  until: day.nullable(),
  checked_at: instant.nullable(),
  next_check_on: day.nullable(),
});

/** The fields of `GET /api/verifications/{id}` that follow from statements; the states are of today. */
export const fileDates = z.object({
  document_dates: z
    .array(documentDates)
    .meta({ description: "The documents that the policy names. What nobody stated is unknown, never absent." }),
  /** Null without a rule about checks. */
  check_months: z.number().nullable().meta({ description: "After how many months a customer is checked." }),
  relation: relation.nullable().meta({ description: "The business relationship as stated; null without a statement." }),
});
export type FileDates = z.output<typeof fileDates>;

export const madeStatement = z.object({ statement_id: z.number() });
