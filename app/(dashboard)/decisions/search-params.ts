import { z } from "zod";
import { MAX_DECISIONS } from "#lib/contract/review/log.ts";
import { EXCEPTION_CHOICES } from "#lib/contract/verifications/review-codes.ts";

const day = z.iso.date();

/** The period, filter and sample of the address; an unreadable value gets its default, which the page shows. */
export const decisionsInAddress = (today: string) =>
  z.object({
    from: day.catch(`${today.slice(0, 8)}01`),
    to: day.catch(today),
    exception: z.enum(EXCEPTION_CHOICES).nullable().catch(null).default(null),
    sample: z.coerce.number().int().min(1).max(MAX_DECISIONS).nullable().catch(null).default(null),
    seed: z.string().max(100).catch("").default(""),
  });
