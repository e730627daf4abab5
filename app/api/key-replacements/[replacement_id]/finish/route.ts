import { z } from "zod";
import { finishReplacement } from "#lib/server/key-replacement/finish.ts";
import { route } from "#lib/server/route.ts";

/** Deletes the old key. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.finished",
    params: z.object({ replacement_id: z.uuid() }),
  },
  ({ params }) => finishReplacement(params.replacement_id),
);
