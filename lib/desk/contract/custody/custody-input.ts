import { z } from "zod";
import { MAX_FILE_NAME } from "#lib/core/contract/verifications/named-file.ts";
import { typedCurp } from "#lib/platform/contract/fields.ts";
import { isStorable } from "#lib/platform/contract/text.ts";
import { LONGEST_HOLD_REASON } from "./custody.ts";
import { CUSTODY_PROFILES, MAX_OWN_MONTHS } from "./policy.ts";

const reason = z.string().trim().min(1).max(LONGEST_HOLD_REASON).refine(isStorable, "characters that cannot be stored");

/** `months` belong to the profile `own`, and to no other. */
const rule = z
  .strictObject({ profile: z.enum(CUSTODY_PROFILES), months: z.int().min(1).max(MAX_OWN_MONTHS).optional() })
  .refine(({ profile, months }) => (profile === "own") === (months !== undefined), { path: ["months"] });

/** The body of `PUT /api/privacy/custody`; `version` is the edited version. */
export const custodyPolicyInput = z.strictObject({
  version: z.int().min(0),
  accepted: rule,
  rejected: rule,
  undecided: rule,
});
export type CustodyPolicyInput = z.output<typeof custodyPolicyInput>;

/** The body of `POST /api/privacy/holds`: of a file, or of a person by CURP. */
export const newLegalHold = z
  .strictObject({
    /** The id, the tag or the address of a file that is known here. */
    verification_id: z.string().trim().min(1).max(MAX_FILE_NAME).optional(),
    curp: typedCurp.optional(),
    reason,
    review_on: z.iso.date().nullable().optional(),
  })
  .refine((hold) => (hold.verification_id === undefined) !== (hold.curp === undefined), "a file or a person");
export type NewLegalHold = z.output<typeof newLegalHold>;

/** The body of `PUT /api/verifications/{id}/relation-end`; null takes the date back. */
export const relationEndInput = z.strictObject({ ended_on: z.iso.date().nullable() });

/** The body of `DELETE /api/privacy/holds/{hold_id}`. */
export const legalHoldEnd = z.strictObject({ reason });
