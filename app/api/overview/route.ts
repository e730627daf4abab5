import { getOverview } from "#lib/server/queries/overview.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "overview.read" }, () => getOverview());
