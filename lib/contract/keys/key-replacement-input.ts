import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";

export const newKeyReplacement = z.strictObject({ old_key_id: identifier });

/** `orphan_id` is the key that a lost call left, where the list cannot tell; null: none of those that were named. */
export const keyReplacementEnd = z.strictObject({ orphan_id: identifier.nullable().optional() });

/**
 * Another new key. `instead_of` is the new key that the admin saw, null where there was none: what somebody made meanwhile
 * is not deleted.
 */
export const keyReplacementMint = keyReplacementEnd.extend({ instead_of: identifier.nullable() });
export type KeyReplacementMint = z.output<typeof keyReplacementMint>;
