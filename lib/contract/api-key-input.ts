import { z } from "zod";
import { identifier } from "./text.ts";

/** The name of a new key, under the interface's own field name. */
export const newApiKey = z.strictObject({ id: identifier });

/** A key that somebody pasted, with the blanks that pasting brings. */
export const pastedKey = z.strictObject({ api_key: z.string().trim().min(1).max(500) });
