import { z } from "zod";
import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { listDeliveries, MAX_PAGE } from "#lib/server/deliveries/list.ts";
import { route } from "#lib/server/http/route.ts";

const limitShape = z.coerce.number().int().min(1).max(MAX_PAGE).catch(50);

export const GET = route({ access: "deliveries.manage" }, async ({ request }) => {
  const parameters = request.nextUrl.searchParams;
  const { filter } = DELIVERY_FILTER.read(parameters);
  return listDeliveries({
    filter,
    cursor: parameters.get("cursor"),
    limit: limitShape.parse(parameters.get("limit") ?? 50),
  });
});
