import { PROBES } from "#lib/server/http/health.ts";
import { ANY_QUERY } from "#lib/server/http/page-parameters.ts";
import { json, route } from "#lib/server/http/route.ts";

export const GET = route({ access: "public", query: ANY_QUERY }, async () => {
  const { status, body } = await PROBES["/api/health/ready"]();
  return json(body, status);
});
