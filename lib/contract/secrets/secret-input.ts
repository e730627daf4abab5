import { z } from "zod";
import { REVEAL_KINDS } from "./secret.ts";

const separated = <Member extends z.ZodType<unknown, string>>(member: Member) =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.split(","))
    .pipe(z.array(member).max(50));

/** The query of `GET /api/reveals`: the kinds that the page shows, and the ids of values it shows already. */
export const revealsQuery = z.object({
  kinds: separated(z.enum(REVEAL_KINDS)).optional(),
  shown: separated(z.uuid()).optional(),
});
