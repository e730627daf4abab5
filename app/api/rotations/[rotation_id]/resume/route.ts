import { z } from "zod";
import { resumeInput } from "#lib/contract/keys/key-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { resumeRotation } from "#lib/server/keys/rotation/commands.ts";

/** Resumes a waiting rotation, with the key that it asks for. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "rotation.resumed",
    params: z.object({ rotation_id: z.uuid() }),
    body: resumeInput.optional(),
  },
  async ({ params, body, audit }) => {
    const rotation = await resumeRotation(params.rotation_id, body);
    const named = body?.key_id === undefined ? {} : { named_key: body.key_id };
    audit.add({ ids: { api_key_id: rotation.old_key_id }, after: { state: rotation.state, ...named } });
    return json(rotation, 202);
  },
);
