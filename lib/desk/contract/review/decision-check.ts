import { z } from "zod";
import { DIFFERENCE_KINDS, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";

const DECISION_STANDINGS = ["valid", "overtaken", "undone", "awaiting_approval"] as const;

/** The answer of `GET /api/decisions/{decision_id}`, by the facts of now. */
export const decisionCheck = z.strictObject({
  decision_id: z.string(),
  verification_id: z.string(),
  resolution: z.enum(RESOLUTIONS),
  /**
   * `overtaken` by facts that count, by documents whose rule says so, or by a later decision; `undone` by a user: taken back, reopened, withdrawn or returned.
   */
  standing: z.enum(DECISION_STANDINGS),
  since: z.iso.datetime(),
  /** Differences from the facts of the decision; without effect while the decision is valid. */
  differences: z.array(z.enum(DIFFERENCE_KINDS)),
  /** Keys of the documents that have expired or are too old, where their rules end the standing; absent without any. */
  documents: z.array(z.string()).optional(),
  /** Time of the facts; present if received deliveries were not applied in time. */
  checked_at: z.iso.datetime().optional(),
});
export type DecisionCheck = z.output<typeof decisionCheck>;
