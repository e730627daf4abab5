import { z } from "zod";
import { identifier } from "#lib/platform/contract/fields.ts";

/** The name of a new key, under the interface's own field name. */
export const newApiKey = z.strictObject({ id: identifier });

/** A pasted value, without surrounding blanks. */
const pasted = z.string().trim().min(1).max(500);

export const pastedKey = z.strictObject({ api_key: pasted });

/** The new dashboard key, by default the one in `SVC_API_KEY`; `confirmed`: an admin vouches for it. */
export const currentKeyInput = z.strictObject({ api_key: pasted.optional(), confirmed: z.boolean().optional() });

/** `current_key_id` names the dashboard's key if the service's list does not show it. */
export const rotationInput = z.strictObject({ current_key_id: identifier.optional() });

/** The key that the rotation needs; null: none of the candidates. */
export const resumeInput = z.strictObject({ key_id: identifier.nullable().optional() });
export type ResumeInput = z.output<typeof resumeInput>;

export const newRotationElsewhere = z.strictObject({ old_key_id: identifier });

/** `orphan_id`: the key that a call without an answer left, if the list does not show it; null: none of the candidates. */
const leftoverChoice = z.strictObject({ orphan_id: identifier.nullable().optional() });

/** `new_key_id` is the new key that the admin saw, null without one: a key created by another admin meanwhile is not deleted. */
export const rotationElsewhereEnd = leftoverChoice.extend({ new_key_id: identifier.nullable().optional() });

/**
 * Another new key. `instead_of` is the new key that the admin saw, null without one: a key created by another admin
 * meanwhile is not deleted.
 */
export const anotherKeyInput = leftoverChoice.extend({ instead_of: identifier.nullable() });
export type AnotherKeyInput = z.output<typeof anotherKeyInput>;
