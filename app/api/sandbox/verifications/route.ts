import { playInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { playScenario } from "#lib/server/sandbox/sandbox.ts";

/** Plays a scenario on a new verification, which reaches the dashboard by the events of the service. */
export const POST = route(
  { access: "sandbox.play", audit: "sandbox.scenario_played", body: playInput },
  async ({ body, audit }) => {
    audit.add({ after: { scenario: body.scenario, seconds: body.seconds } });
    const played = await playScenario(body);
    audit.add({ ids: { verification_id: played.verification_id } });
    return json(played, 201);
  },
);
