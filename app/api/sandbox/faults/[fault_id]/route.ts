import { z } from "zod";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { route } from "#lib/server/route.ts";
import { endFault } from "#lib/server/sandbox/sandbox.ts";

export const DELETE = route({ access: SANDBOX_ROLES, params: z.object({ fault_id: z.uuid() }) }, async ({ params }) => {
  await endFault(params.fault_id);
  return new Response(null, { status: 204 });
});
