import { PROBES } from "#lib/server/http/health.ts";
import { json, route } from "#lib/server/http/route.ts";

export const GET = route({ access: "public" }, async () => {
  const { status, body } = await PROBES["/api/health/ready"]();
  return json(body, status);
});
