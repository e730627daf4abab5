import { deliveryParams } from "#lib/contract/fields.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { getDelivery } from "#lib/server/deliveries/get.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "deliveries.manage", params: deliveryParams }, async ({ params }) => {
  const delivery = await getDelivery(params);
  if (!delivery) throw notFound("The delivery");
  return delivery;
});
