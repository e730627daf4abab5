import { z } from "zod";

export const MAX_ENTRIES = 999_999_999_999_999;

/** A number of entries, or of a head, in an address: digits alone, and exact. */
export const numberOfEntries = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const hash = z.string().meta({ description: "SHA-256 in hexadecimal." });

export const consistencyProof = z.object({ first: z.int(), second: z.int(), hashes: z.array(hash) });
export type ConsistencyProof = z.output<typeof consistencyProof>;

export const inclusionProof = z.object({
  index: z.int(),
  size: z.int(),
  leaf: hash,
  kind: z.string().meta({ description: "Of the entry: audit, review, delivery or event." }),
  id: z.int(),
  hashes: z.array(hash),
});
export type InclusionProof = z.output<typeof inclusionProof>;

export const consistencyQuery = z.strictObject({ first: numberOfEntries, second: numberOfEntries });
export const inclusionQuery = z.strictObject({ index: numberOfEntries, size: numberOfEntries });
