import { z } from "zod";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";

/** The payload of a decision event. Without personal data. */
export const decisionEventPayload = z.strictObject({
  verification_id: z.string(),
  verification_tag: z.string().nullable(),
  decision_id: z.string(),
  resolution: z.enum(RESOLUTIONS),
  reason_code: z.string().nullable(),
  /** The exceptions of the acceptance, an open list; absent in messages of versions without this field. */
  exceptions: z.array(z.string()).optional(),
  /** Time of the author's step; an approval comes later. */
  decided_at: z.string(),
  /** Version of the review when the event was queued. */
  review_version: z.string(),
  /** SHA-256 of the basis of the decision, lowercase hex. */
  basis_digest: z.string(),
  policy_version: z.int(),
  /** Microseconds since 1970. It rises with each event of a verification. */
  sequence: z.int(),
});
export type DecisionEventPayload = z.output<typeof decisionEventPayload>;
