import { outageParams } from "#lib/contract/fields.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { dismissOutage } from "#lib/server/outages/outages.ts";

/** An outage that has ended marks no verification any more; 404 for one that goes on or is dismissed. */
export const POST = route(
  { access: "webhooks.manage", audit: "outage.dismissed", params: outageParams },
  async ({ params, session }) => {
    const dismissed = await dismissOutage(params.outage_id, session.user.email);
    if (!dismissed) throw notFound("An outage that has ended and is not dismissed");
  },
);
