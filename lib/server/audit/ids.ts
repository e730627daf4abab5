import { z } from "zod";
import { identifier, numericId } from "#lib/contract/fields.ts";

/** The ids that an entry may name, and nothing else: a field for a name or a CURP does not exist. */
export const auditIds = z.strictObject({
  verification_id: identifier.optional(),
  people_ids: z.array(numericId).optional(),
  webhook_id: identifier.optional(),
  /** The other one of two, while a secret is being replaced. */
  new_webhook_id: identifier.optional(),
  api_key_id: identifier.optional(),
  new_api_key_id: identifier.optional(),
  delivery_id: numericId.optional(),
  receiver_id: identifier.optional(),
  rotation_id: z.uuid().optional(),
  replacement_id: z.uuid().optional(),
  reveal_id: z.uuid().optional(),
  fault_id: z.uuid().optional(),
  user_id: z.uuid().optional(),
  session_id: identifier.optional(),
  consent_id: z.uuid().optional(),
});
export type AuditIds = z.infer<typeof auditIds>;

/** What a handler's path parameters, as they stand in the path or parsed, say of ids; what is none is left out. */
export function idsOfParams(params: Record<string, unknown>): AuditIds {
  const ids: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === "people_id") ids.people_ids = [Number(value)];
    else ids[name] = name === "delivery_id" ? Number(value) : value;
  }
  const known = Object.entries(auditIds.shape).flatMap(([name, shape]) =>
    name in ids && shape.safeParse(ids[name]).success ? [[name, ids[name]]] : [],
  );
  return Object.fromEntries(known);
}
