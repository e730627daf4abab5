import { z } from "zod";
import { MAX_FILE_NAME } from "#lib/core/contract/verifications/named-file.ts";
import { givenInstant, typedCurp } from "#lib/platform/contract/fields.ts";
import { ARCO_KINDS, ARCO_OUTCOMES, ARCO_PAPERS, MAX_ARCO_NAME, MAX_ARCO_TEXT, MAX_KEPT_PEOPLE } from "./arco.ts";

const text = z.string().trim().min(1).max(MAX_ARCO_TEXT);

/** Body of `POST /api/privacy/requests`. */
export const newArcoRequest = z.strictObject({
  kind: z.enum(ARCO_KINDS),
  subject: z
    .strictObject({
      curp: typedCurp.optional(),
      name: z.string().trim().min(1).max(MAX_ARCO_NAME).optional(),
      /** The id, the tag or the address of a file that is known here. */
      verification_id: z.string().trim().min(1).max(MAX_FILE_NAME).optional(),
    })
    .refine((subject) => Object.values(subject).some((value) => value !== undefined), "nobody"),
  received_at: givenInstant,
  /** The document by which the requester was identified, in words. */
  identified_by: text.optional(),
});
export type NewArcoRequest = z.output<typeof newArcoRequest>;

/** Body of `PATCH /api/privacy/requests/{id}`. */
export const arcoChange = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("extend"), text }),
  z.strictObject({ action: z.literal("answer"), outcome: z.enum(ARCO_OUTCOMES), text }),
  z.strictObject({ action: z.literal("execute"), text }),
  z.strictObject({ action: z.literal("note"), text }),
  z.strictObject({ action: z.literal("identify"), text }),
]);
export type ArcoChange = z.output<typeof arcoChange>;

/** The path of a paper. */
export const paperParams = z.object({ request_id: z.uuid(), paper: z.enum(ARCO_PAPERS) });

export const EXTRACT_FORMATS = ["json", "xlsx"] as const;

/** The query of an extract: the keys of its people; without keys, the people that match for certain. */
export const extractQuery = z.strictObject({
  format: z.enum(EXTRACT_FORMATS).default("json"),
  person: z
    .union([z.string(), z.array(z.string())])
    .transform((keys) => [keys].flat())
    .pipe(z.array(z.string().max(300)).max(MAX_KEPT_PEOPLE))
    .default([]),
});
