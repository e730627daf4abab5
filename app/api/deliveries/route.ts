import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { listDeliveries } from "#lib/server/deliveries/list.ts";
import { filterQuery, PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "deliveries.manage", query: filterQuery(DELIVERY_FILTER, PAGE) }, ({ query }) =>
  listDeliveries(query),
);
