import { z } from "zod";
import { numericId } from "#lib/contract/fields.ts";
import { MAX_READ_AT_ONCE } from "./notice.ts";

/** The body of `PUT /api/notices/read`. */
export const noticesRead = z.union([
  z.strictObject({ notice_ids: z.array(numericId).min(1).max(MAX_READ_AT_ONCE) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type NoticesRead = z.output<typeof noticesRead>;
