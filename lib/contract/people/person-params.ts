import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";

/** A person of a verification, as the path of an address names them. */
export const personParams = z.object({
  verification_id: identifier,
  people_id: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
});
