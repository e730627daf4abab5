import { json, route } from "#lib/server/http/route.ts";

export const GET = route({ access: "public" }, async () => json({ status: "ok" }, 200));
