import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";

/** The name of a new key, under the interface's own field name. */
export const newApiKey = z.strictObject({ id: identifier });

/** A value that somebody pasted, with the blanks that pasting brings. */
const pasted = z.string().trim().min(1).max(500);

export const pastedKey = z.strictObject({ api_key: pasted });

/** The key that becomes the dashboard's, the one in `SVC_API_KEY` where none is given; `confirmed`: an admin vouches for it. */
export const currentKeyInput = z.strictObject({ api_key: pasted.optional(), confirmed: z.boolean().optional() });
