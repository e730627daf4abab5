import { dismissOutage, listOutages } from "#lib/core/server/outages/outages.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";

/** Outages of deliveries, and the progress of the full re-read. */
export const getOutages = route("GET /api/outages", { access: "webhooks.manage" }, () => listOutages());

/** Stops an ended outage from marking verifications; 404 for a current or dismissed one. */
export const postOutageDismissal = route(
  "POST /api/outages/{outage_id}/dismissal",
  { access: "webhooks.manage", audit: "outage.dismissed" },
  async ({ params, session }) => {
    const dismissed = await dismissOutage(params.outage_id, session.user.email);
    if (!dismissed) throw notFound("An outage that has ended and is not dismissed");
  },
);
