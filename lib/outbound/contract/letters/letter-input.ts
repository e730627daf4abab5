import { z } from "zod";
import { mailAddress } from "#lib/platform/contract/mail/address.ts";
import { MAX_LETTER_SUBJECT, MAX_LETTER_TEXT } from "./letter.ts";

/** The body of `POST /api/verifications/{id}/letters`; the browser makes the id, so that a repeated request sends nothing twice. */
export const letterInput = z.strictObject({
  letter_id: z.uuid(),
  to: z.string().trim().pipe(mailAddress),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(MAX_LETTER_SUBJECT)
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), "must be one line"),
  text: z.string().trim().min(1).max(MAX_LETTER_TEXT),
});
export type LetterInput = z.infer<typeof letterInput>;
