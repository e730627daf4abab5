import { z } from "zod";
import { resumeInput } from "#lib/contract/rotation-input.ts";
import { resumeRotation } from "#lib/server/rotation/resume.ts";
import { json, route } from "#lib/server/route.ts";

/** Lets one that stands still go on now, with the key that it asks for. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "rotation.resumed",
    params: z.object({ rotation_id: z.uuid() }),
    body: resumeInput.optional(),
  },
  async ({ params, body }) => json(await resumeRotation(params.rotation_id, body), 202),
);
