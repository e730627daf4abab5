import { outageParams } from "#lib/contract/fields.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { dismissOutage } from "#lib/server/outages/outages.ts";

/** Stops an ended outage from marking verifications; 404 for a current or dismissed one. */
export const POST = route(
  { access: "webhooks.manage", audit: "outage.dismissed", params: outageParams },
  async ({ params, session }) => {
    const dismissed = await dismissOutage(params.outage_id, session.user.email);
    if (!dismissed) throw notFound("An outage that has ended and is not dismissed");
  },
);
