import { route } from "#lib/server/http/route.ts";
import { getOverview } from "#lib/server/verifications/list/overview.ts";

export const GET = route({ access: "overview.read" }, () => getOverview());
