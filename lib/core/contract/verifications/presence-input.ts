import { z } from "zod";
import { PRESENCE_STATES } from "./presence.ts";

/** A browser tab, by its random id. */
export const tabInput = z.string().regex(/^[0-9a-f]{32}$/);

/** `PUT /api/verifications/{id}/presence`. */
export const presenceInput = z.strictObject({ tab: tabInput, state: z.enum(PRESENCE_STATES) });
export type PresenceInput = z.infer<typeof presenceInput>;
