import { rotationInput } from "#lib/contract/keys/key-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { startRotation } from "#lib/server/keys/rotation/commands.ts";
import { listRotations } from "#lib/server/keys/rotation/record.ts";

export const GET = route({ access: "keys.manage" }, async () => ({ items: await listRotations() }));

/** Starts a rotation; a worker takes its steps. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "rotation.begun", body: rotationInput.optional() },
  async ({ body, session, audit }) => {
    const rotation = await startRotation({ ...body, user_id: session.user.id });
    audit.add({ ids: { rotation_id: rotation.id, api_key_id: rotation.old_key_id } });
    return json(rotation, 202);
  },
);
