import { route } from "#lib/server/http/route.ts";
import { getOverview } from "#lib/server/verifications/list/counts.ts";

export const GET = route({ access: "overview.read" }, () => getOverview());
