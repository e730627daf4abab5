import { z } from "zod";
import { keyReplacementDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveRotationElsewhere } from "#lib/server/keys/rotation-elsewhere/commands.ts";

/** Deletes the old key. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.finished",
    params: z.object({ replacement_id: z.uuid() }),
  },
  async ({ params, audit }) => {
    const replacement = await moveRotationElsewhere({ id: params.replacement_id, move: "finish" });
    audit.add(keyReplacementDetails(replacement));
    return replacement;
  },
);
