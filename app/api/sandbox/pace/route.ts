import { paceInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { route } from "#lib/server/http/route.ts";
import { setPace } from "#lib/server/sandbox/sandbox.ts";

/** The rate of automatic activity of the account, from now on. */
export const POST = route({ access: "sandbox.play", audit: "sandbox.pace_set", body: paceInput }, ({ body, audit }) => {
  audit.add({ after: body });
  return setPace(body.pace);
});
