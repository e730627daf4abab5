import { z } from "zod";
import { route } from "#lib/server/http/route.ts";
import { endFault } from "#lib/server/sandbox/sandbox.ts";

export const DELETE = route(
  { access: "sandbox.play", audit: "sandbox.fault_ended", params: z.object({ fault_id: z.uuid() }) },
  async ({ params }) => {
    await endFault(params.fault_id);
  },
);
