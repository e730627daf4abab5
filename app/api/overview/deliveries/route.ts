import { readRecentDeliveries } from "#lib/server/deliveries/recent.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "deliveries.manage" }, () => readRecentDeliveries());
