import { z } from "zod";
import {
  CURP_SHOWN,
  isConsistent,
  MAX_REASON_WORDS,
  OPENING_REASONS,
  REASON_ASKED,
} from "#lib/core/contract/need-to-know/policy.ts";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";

const roleRule = z
  .strictObject({ curp: z.enum(CURP_SHOWN), birth_date: z.boolean(), pdf: z.boolean() })
  .refine(isConsistent);

/** Body of `PUT /api/settings/need-to-know`: `version` is that of the edited policy. */
export const needToKnowInput = z.strictObject({
  version: z.int().min(0),
  roles: z.strictObject({
    compliance: roleRule,
    support: roleRule,
    admin: roleRule,
    auditor: roleRule.refine(({ pdf }) => !pdf),
  }),
  reason: z.enum(REASON_ASKED),
});
export type NeedToKnowInput = z.infer<typeof needToKnowInput>;

/** Body of `POST /api/verifications/{id}/people/{people_id}/opening`. */
export const openingReason = z
  .strictObject({
    reason: z.enum(OPENING_REASONS),
    /** No CURP is allowed: the list of openings is visible to roles that may not see CURPs. */
    words: z
      .string()
      .trim()
      .min(3)
      .max(MAX_REASON_WORDS)
      .refine((words) => !holdsCurp(words))
      .optional(),
  })
  .refine(({ reason, words }) => (reason === "words") === (words !== undefined));
export type OpeningReasonInput = z.infer<typeof openingReason>;
