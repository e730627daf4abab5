import { playInput } from "#lib/contract/sandbox-input.ts";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { json, route } from "#lib/server/route.ts";
import { playScenario } from "#lib/server/sandbox/sandbox.ts";

/** Plays a scenario on a new verification, which the dashboard learns of by the events that follow. */
export const POST = route({ access: SANDBOX_ROLES, body: playInput }, async ({ body }) =>
  json(await playScenario(body), 201),
);
