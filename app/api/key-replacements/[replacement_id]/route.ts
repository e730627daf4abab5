import { z } from "zod";
import { keyReplacementEnd } from "#lib/contract/key-replacement-input.ts";
import { cancelReplacement } from "#lib/server/key-replacement/cancel.ts";
import { route } from "#lib/server/route.ts";

/** Gives it up: the new key is deleted, the old one stays. */
export const DELETE = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.cancelled",
    params: z.object({ replacement_id: z.uuid() }),
    body: keyReplacementEnd.optional(),
  },
  ({ params, body }) => cancelReplacement({ id: params.replacement_id, ...body }),
);
