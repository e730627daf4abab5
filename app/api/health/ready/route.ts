import { findMissing } from "#lib/server/queries/readiness.ts";
import { json, route } from "#lib/server/route.ts";

export const GET = route({ access: "public" }, async () => {
  const missing = await findMissing();
  return json({ status: missing.length === 0 ? "ready" : "not_ready", missing }, missing.length === 0 ? 200 : 503);
});
