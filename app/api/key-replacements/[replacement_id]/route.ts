import { replacementParams } from "#lib/contract/fields.ts";
import { rotationElsewhereEnd } from "#lib/contract/keys/key-input.ts";
import { rotationElsewhereDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveRotationElsewhere } from "#lib/server/keys/rotation-elsewhere/commands.ts";

/** Cancels the replacement: the new key is deleted, the old one stays. */
export const DELETE = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.cancelled",
    params: replacementParams,
    body: rotationElsewhereEnd.optional(),
  },
  async ({ params, body, audit }) => {
    const rotation = await moveRotationElsewhere({ id: params.replacement_id, move: "give_up", ...body });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);
