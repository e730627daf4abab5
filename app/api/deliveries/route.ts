import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { listDeliveries } from "#lib/server/deliveries/list.ts";
import { pageParameters } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "deliveries.manage" }, async ({ parameters }) => {
  const { filter } = DELIVERY_FILTER.read(parameters);
  return listDeliveries({ filter, ...pageParameters(parameters) });
});
