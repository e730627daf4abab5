import { z } from "zod";
import { freeText, optional } from "#lib/contract/text.ts";

/**
 * A finding. `message` is human text, always Spanish, never parsed. A severity outside the enum should not arrive; if one
 * does it is kept as it is rather than lost.
 */
export const finding = z.object({
  severity: freeText(50),
  message: freeText(20_000),
  missing_field: optional(freeText(1000)),
});

/** The findings of a run. An entry that is no finding at all is left out; it stays visible in the raw payload. */
export const findingsList = z
  .array(z.unknown())
  .transform((entries) => entries.flatMap((entry) => finding.safeParse(entry).data ?? []));
export type Finding = z.output<typeof finding>;
