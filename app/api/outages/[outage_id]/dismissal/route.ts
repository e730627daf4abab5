import { outageParams } from "#lib/contract/fields.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { dismissOutage } from "#lib/server/outages/dismiss.ts";

/** An outage that has ended marks no verification any more; 404 for one that goes on or is dismissed. */
export const POST = route(
  { access: "webhooks.manage", audit: "outage.dismissed", params: outageParams },
  async ({ params, session }) => {
    if (!session) throw unauthorized();
    await dismissOutage(params.outage_id, session.user.email);
    return new Response(null, { status: 204 });
  },
);
