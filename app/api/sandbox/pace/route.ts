import { paceInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { route } from "#lib/server/http/route.ts";
import { setPace } from "#lib/server/sandbox/sandbox.ts";

/** Sets the rate of the sandbox's automatic activity. */
export const POST = route({ access: "sandbox.play", audit: "sandbox.pace_set", body: paceInput }, ({ body, audit }) => {
  audit.add({ after: body });
  return setPace(body.pace);
});
