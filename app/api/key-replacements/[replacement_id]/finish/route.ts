import { replacementParams } from "#lib/contract/fields.ts";
import { rotationElsewhereDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveRotationElsewhere } from "#lib/server/keys/rotation-elsewhere/commands.ts";

/** Deletes the old key. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.finished",
    params: replacementParams,
  },
  async ({ params, audit }) => {
    const rotation = await moveRotationElsewhere({ id: params.replacement_id, move: "finish" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);
