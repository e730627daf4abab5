import { newFault } from "#lib/contract/sandbox/sandbox-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { addFault, endFaults } from "#lib/server/sandbox/sandbox.ts";

export const POST = route(
  { access: "sandbox.play", audit: "sandbox.fault_added", body: newFault },
  async ({ body, audit }) => {
    audit.add({ after: body });
    return json(await addFault(body), 201);
  },
);

export const DELETE = route({ access: "sandbox.play", audit: "sandbox.faults_ended" }, async () => {
  await endFaults();
});
