import { playInput } from "#lib/contract/sandbox-input.ts";
import { json, route } from "#lib/server/route.ts";
import { playScenario } from "#lib/server/sandbox/sandbox.ts";

/** Plays a scenario on a new verification, which the dashboard learns of by the events that follow. */
export const POST = route(
  { access: "sandbox.play", audit: "sandbox.scenario_played", body: playInput },
  async ({ body }) => json(await playScenario(body), 201),
);
