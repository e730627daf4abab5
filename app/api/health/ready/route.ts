import { json, route } from "#lib/server/http/route.ts";
import { createReadiness } from "#lib/server/status/status.ts";

const readiness = createReadiness();

/** 200 while the database answers: without a receiver or a worker, which are named, pages can still be served. */
export const GET = route({ access: "public" }, async () => {
  const { ready, missing } = await readiness();
  return json({ status: ready ? "ready" : "not_ready", missing }, ready ? 200 : 503);
});
