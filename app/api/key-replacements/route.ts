import { newRotationElsewhere } from "#lib/contract/keys/key-input.ts";
import { rotationElsewhereDetails } from "#lib/server/audit/command.ts";
import { json, route } from "#lib/server/http/route.ts";
import { rotateElsewhere } from "#lib/server/keys/rotation-elsewhere/commands.ts";
import { listRotationsElsewhere } from "#lib/server/keys/rotation-elsewhere/list.ts";

export const GET = route({ access: "keys.manage" }, async () => ({ items: await listRotationsElsewhere() }));

/** Answers the new key itself, once. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "key_replacement.begun", body: newRotationElsewhere },
  async ({ body, session, audit }) => {
    audit.add({ ids: { api_key_id: body.old_key_id } });
    const by = { session_hash: session.idHash, user_id: session.user.id };
    const rotated = await rotateElsewhere({ ...body, ...by });
    audit.add(rotationElsewhereDetails(rotated.replacement));
    return json(rotated, 201);
  },
);
