import { paceInput } from "#lib/contract/sandbox-input.ts";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { route } from "#lib/server/route.ts";
import { setPace } from "#lib/server/sandbox/sandbox.ts";

/** How busy the account is by itself, from now on. */
export const POST = route({ access: SANDBOX_ROLES, body: paceInput }, ({ body }) => setPace(body.pace));
