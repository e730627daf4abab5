import { z } from "zod";
import { wholeCurpIn } from "#lib/contract/curp-shape.ts";
import { identifier } from "#lib/contract/fields.ts";
import { parseInstant } from "#lib/contract/time.ts";
import { ARCO_KINDS, ARCO_OUTCOMES, MAX_ARCO_NAME, MAX_ARCO_TEXT, MAX_KEPT_PEOPLE } from "./arco.ts";

const text = z.string().trim().min(1).max(MAX_ARCO_TEXT);

/** A whole CURP, however it is typed, as its eighteen characters. */
const curp = z
  .string()
  .max(50)
  .transform((typed, context) => {
    const whole = wholeCurpIn(typed);
    if (whole === null) context.addIssue({ code: "custom", message: "no CURP" });
    return whole ?? "";
  });

/** Body of `POST /api/privacy/requests`. */
export const newArcoRequest = z.strictObject({
  kind: z.enum(ARCO_KINDS),
  subject: z
    .strictObject({
      curp: curp.optional(),
      name: z.string().trim().min(1).max(MAX_ARCO_NAME).optional(),
      verification_id: identifier.optional(),
    })
    .refine((subject) => Object.values(subject).some((value) => value !== undefined), "nobody"),
  received_at: z.iso.datetime({ offset: true }).transform((stated, context) => {
    const at = parseInstant(stated);
    if (at === null) context.addIssue({ code: "custom", message: "no time" });
    return at ?? "";
  }),
});
export type NewArcoRequest = z.output<typeof newArcoRequest>;

/** Body of `PATCH /api/privacy/requests/{id}`. */
export const arcoChange = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("extend"), text }),
  z.strictObject({ action: z.literal("answer"), outcome: z.enum(ARCO_OUTCOMES), text }),
  z.strictObject({ action: z.literal("execute"), text }),
  z.strictObject({ action: z.literal("note"), text }),
]);
export type ArcoChange = z.output<typeof arcoChange>;

export const requestParams = z.object({ request_id: z.uuid() });

export const EXTRACT_FORMATS = ["json", "xlsx"] as const;

/** The query of an extract: the people that it takes by their keys; without one, those who match for certain. */
export const extractQuery = z.object({
  format: z.enum(EXTRACT_FORMATS).default("json"),
  person: z.array(z.string().max(300)).max(MAX_KEPT_PEOPLE),
});
