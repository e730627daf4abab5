import { basename } from "node:path";
import { json, route } from "#lib/server/http/route.ts";

/** With the build that this dashboard serves, by which tabs of another one know that they are. */
export const GET = route({ access: "public" }, async () => {
  const { COTEJO_BUILD: folder } = process.env;
  return json({ status: "ok", build: folder ? basename(folder) : null }, 200);
});
