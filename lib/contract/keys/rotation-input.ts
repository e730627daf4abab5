import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";

/** `current_key_id` names the dashboard's key where the service's list cannot tell which one it is. */
export const rotationInput = z.strictObject({ current_key_id: identifier.optional() });

/** Which key is meant where the rotation asks for one; null: none of those that it names. */
export const resumeInput = z.strictObject({ key_id: identifier.nullable().optional() });
export type ResumeInput = z.output<typeof resumeInput>;
