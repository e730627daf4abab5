import { z } from "zod";
import { shownInstant } from "#lib/platform/contract/fields.ts";
import { LONGEST_EXPLANATION } from "./explanations.ts";

/** The body of `PUT /api/verifications/{id}/explanations`. */
export const explanationInput = z.strictObject({
  severity: z.string().max(200),
  missing_field: z.string().max(20_000).nullable(),
  message: z.string().max(20_000),
  /** Null takes the explanation away. */
  text: z.string().trim().min(1).max(LONGEST_EXPLANATION).nullable(),
  /** Time of the replaced explanation, as shown; null if none was shown. */
  replaces: shownInstant.nullable(),
});
