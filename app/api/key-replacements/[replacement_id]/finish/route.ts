import { z } from "zod";
import { keyReplacementDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveKeyReplacement } from "#lib/server/keys/replacement/commands.ts";

/** Deletes the old key. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.finished",
    params: z.object({ replacement_id: z.uuid() }),
  },
  async ({ params, audit }) => {
    const replacement = await moveKeyReplacement({ id: params.replacement_id, step: "finish" });
    audit.add(keyReplacementDetails(replacement));
    return replacement;
  },
);
