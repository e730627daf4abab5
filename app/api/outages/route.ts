import { route } from "#lib/server/http/route.ts";
import { listOutages } from "#lib/server/outages/outages.ts";

/** Times in which deliveries did not arrive, and how far reading everything again has come. */
export const GET = route({ access: "webhooks.manage" }, () => listOutages());
