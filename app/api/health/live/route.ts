import { basename } from "node:path";
import { ANY_QUERY } from "#lib/server/http/page-parameters.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Answers the build of the server: open tabs of another build notice the update. */
export const GET = route({ access: "public", query: ANY_QUERY }, async () => {
  const { COTEJO_BUILD: folder } = process.env;
  return json({ status: "ok", build: folder ? basename(folder) : null }, 200);
});
