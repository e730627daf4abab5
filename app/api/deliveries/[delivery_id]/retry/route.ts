import { deliveryParams } from "#lib/contract/fields.ts";
import { retryDelivery } from "#lib/server/deliveries/retry.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Queues a failed delivery to be applied again; 409 for a delivery in another state. */
export const POST = route(
  { access: "deliveries.manage", audit: "delivery.retried", params: deliveryParams },
  async ({ params }) => {
    await retryDelivery(params);
    return json({ delivery_id: params.delivery_id, state: "pending" }, 202);
  },
);
