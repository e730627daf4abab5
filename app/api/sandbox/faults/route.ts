import { newFault } from "#lib/contract/sandbox-input.ts";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { json, route } from "#lib/server/route.ts";
import { addFault, endFaults } from "#lib/server/sandbox/sandbox.ts";

export const POST = route({ access: SANDBOX_ROLES, body: newFault }, async ({ body }) =>
  json(await addFault(body), 201),
);

/** Ends every active fault. */
export const DELETE = route({ access: SANDBOX_ROLES }, async () => {
  await endFaults();
  return new Response(null, { status: 204 });
});
