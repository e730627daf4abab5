import { z } from "zod";
import { identifier } from "#lib/platform/contract/fields.ts";
import { isStorable } from "#lib/platform/contract/text.ts";
import { isTarget } from "./webhook-problems.ts";
import { REPLACEMENT_MOVES } from "./webhooks.ts";

/** The service delivers to https only (interface, Webhook: url); plain http reaches a receiver on this machine. */
const url = z.string().trim().min(1).max(2000).refine(isTarget, "not an https address without credentials");
/** Any names, without duplicates: the service may know more events than the catalogue. */
const events = z
  .array(identifier)
  .max(200)
  .transform((names) => [...new Set(names)]);
const description = z.string().max(2000).refine(isStorable, "not storable");

export const newWebhook = z.strictObject({
  url,
  events: events.refine((names) => names.length > 0),
  description: description.default(""),
});

/** Any of the fields; missing ones stay unchanged (interface, Webhooks: rule 1). */
export const changedWebhook = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  description: description.optional(),
});

/** `instead_of`: the replacement webhook whose secret was lost too; without it, an existing replacement stays. */
export const replacementWebhookInput = z.strictObject({ instead_of: identifier.optional() });

/** Creating the new webhook has a request of its own, since its answer reveals the secret. */
export const replacementMove = z.strictObject({ move: z.enum(REPLACEMENT_MOVES) });
