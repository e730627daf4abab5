import { stopping } from "#lib/server/base/stopping.ts";
import { ANY_QUERY } from "#lib/server/http/page-parameters.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createReadiness } from "#lib/server/status/status.ts";

const readiness = createReadiness();

/**
 * 200 while the database answers and the process is not stopping. A missing receiver or worker is named but no failure:
 * pages can still be served.
 */
export const GET = route({ access: "public", query: ANY_QUERY }, async () => {
  const { ready, missing } = stopping().aborted ? { ready: false, missing: ["stopping"] } : await readiness();
  return json({ status: ready ? "ready" : "not_ready", missing }, ready ? 200 : 503);
});
