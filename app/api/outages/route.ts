import { route } from "#lib/server/http/route.ts";
import { listOutages } from "#lib/server/outages/outages.ts";

/** Outages of deliveries, and the progress of the full re-read. */
export const GET = route({ access: "webhooks.manage" }, () => listOutages());
