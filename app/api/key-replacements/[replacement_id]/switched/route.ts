import { replacementParams } from "#lib/contract/fields.ts";
import { rotationElsewhereDetails } from "#lib/server/audit/command.ts";
import { route } from "#lib/server/http/route.ts";
import { moveRotationElsewhere } from "#lib/server/keys/rotation-elsewhere/commands.ts";

/** Confirms that the other system uses the new key. */
export const POST = route(
  { access: "keys.manage", audit: "key_replacement.switched", params: replacementParams },
  async ({ params: { replacement_id }, audit }) => {
    const rotation = await moveRotationElsewhere({ id: replacement_id, move: "switched" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);

/** Withdraws the confirmation. */
export const DELETE = route(
  { access: "keys.manage", audit: "key_replacement.switched_back", params: replacementParams },
  async ({ params: { replacement_id }, audit }) => {
    const rotation = await moveRotationElsewhere({ id: replacement_id, move: "not_switched" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);
