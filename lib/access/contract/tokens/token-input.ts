import { z } from "zod";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { SCOPES } from "#lib/platform/contract/permissions.ts";
import { MAX_TOKEN_NAME } from "./token.ts";

/** The name goes into the audit trail, so it must not hold a CURP. */
export const tokenName = z
  .string()
  .trim()
  .max(MAX_TOKEN_NAME)
  .pipe(identifier)
  .refine((text) => !holdsCurp(text), "shaped like a CURP");

export const newServiceToken = z.strictObject({
  name: tokenName,
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  expires_at: z.iso.datetime({ offset: true }),
});
export type NewServiceToken = z.output<typeof newServiceToken>;
