import { deliveryParams } from "#lib/contract/fields.ts";
import { isRequestedByPage, recordDeliveryOpened } from "#lib/server/audit/openings.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { getDelivery } from "#lib/server/deliveries/get.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route(
  { access: "deliveries.manage", params: deliveryParams },
  async ({ params, request, actor }) => {
    const delivery = await getDelivery(params);
    if (!delivery) throw notFound("The delivery");
    if (!isRequestedByPage(request.headers)) await recordDeliveryOpened(delivery, actor);
    return delivery;
  },
);
