import { z } from "zod";
import { separated } from "#lib/platform/contract/fields.ts";
import { REVEAL_KINDS } from "./secret.ts";

/** The query of `GET /api/reveals`: the kinds that the page shows, and the ids of values it shows already. */
export const revealsQuery = z.strictObject({
  kinds: separated(z.enum(REVEAL_KINDS)).optional(),
  shown: separated(z.uuid()).optional(),
});
