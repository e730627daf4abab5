import { rotationInput } from "#lib/contract/rotation-input.ts";
import { listRotations } from "#lib/server/rotation/list.ts";
import { startRotation } from "#lib/server/rotation/start.ts";
import { json, route } from "#lib/server/route.ts";

export const GET = route({ access: "admin" }, async () => ({ items: await listRotations() }));

/** Starts one; a worker takes its steps. */
export const POST = route(
  { access: "admin", stepUp: true, body: rotationInput.optional() },
  async ({ body, session }) => json(await startRotation({ ...body, started_by: session?.user.id }), 202),
);
