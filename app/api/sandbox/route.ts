import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { route } from "#lib/server/route.ts";
import { getSandbox } from "#lib/server/sandbox/sandbox.ts";

export const GET = route({ access: SANDBOX_ROLES }, () => getSandbox());
