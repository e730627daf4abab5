import { z } from "zod";
import { REFUSAL_REASONS } from "#lib/core/contract/deliveries/delivery.ts";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { MAX_SIGNATURE_CHECK_BYTES, signatureCheckInput } from "#lib/core/contract/deliveries/signature-check-input.ts";
import { getDelivery as readDelivery } from "#lib/core/server/deliveries/get.ts";
import { listDeliveries, listRefusals } from "#lib/core/server/deliveries/list.ts";
import { readRecentDeliveries } from "#lib/core/server/deliveries/recent.ts";
import { countRetryable, retryDelivery, retryMatching } from "#lib/core/server/deliveries/retry.ts";
import { isRequestedByPage, recordDeliveryOpened } from "#lib/core/server/need-to-know/openings.ts";
import { matchStoredSecret } from "#lib/core/server/receiver-connection/secrets.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { filterQuery, PAGE } from "#lib/platform/server/http/page-parameters.ts";

export const getDeliveries = route(
  "GET /api/deliveries",
  { access: "deliveries.manage", query: filterQuery(DELIVERY_FILTER, PAGE) },
  ({ query }) => listDeliveries(query),
);

const refusalsQuery = z.strictObject({
  reason: z.enum(REFUSAL_REASONS).nullable().default(null),
  ...PAGE,
});

export const getDeliveriesRefusals = route(
  "GET /api/deliveries/refusals",
  { access: "deliveries.manage", query: refusalsQuery },
  ({ query }) => listRefusals(query),
);

/** The number of failed deliveries that match the filter. */
export const getDeliveriesRetry = route(
  "GET /api/deliveries/retry",
  { access: "deliveries.manage", query: filterQuery(DELIVERY_FILTER) },
  async ({ query: { filter } }) => ({
    count: await countRetryable(filter),
  }),
);

/** Queues these deliveries to be applied again, and answers their number. */
export const postDeliveriesRetry = route(
  "POST /api/deliveries/retry",
  { access: "deliveries.manage", audit: "deliveries.retried", perMinute: 60, query: filterQuery(DELIVERY_FILTER) },
  async ({ query: { filter }, audit }) => {
    audit.add({
      after: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value.length > 0)),
    });
    const count = await retryMatching(filter);
    audit.add({ after: { count } });
    return { count };
  },
);

/**
 * Whether a secret of the dashboard's own webhook made a signature. The answer names the secret, without its value. A
 * read by POST, since the checked body is too large for an address.
 */
export const postDeliveriesSignatureCheck = route(
  "POST /api/deliveries/signature-check",
  {
    access: "deliveries.manage",
    audit: null,
    perMinute: 120,
    body: signatureCheckInput,
    maxBodyBytes: MAX_SIGNATURE_CHECK_BYTES,
  },
  async ({ body: { header, body_base64 } }) => matchStoredSecret({ header, body: Buffer.from(body_base64, "base64") }),
);

export const getDelivery = route(
  "GET /api/deliveries/{delivery_id}",
  { access: "deliveries.manage" },
  async ({ params, request, actor }) => {
    const delivery = await readDelivery(params);
    if (!delivery) throw notFound("The delivery");
    if (!isRequestedByPage(request.headers)) await recordDeliveryOpened(delivery, actor);
    return delivery;
  },
);

/** Queues a failed delivery to be applied again; 409 for a delivery in another state. */
export const postDeliveryRetry = route(
  "POST /api/deliveries/{delivery_id}/retry",
  { access: "deliveries.manage", audit: "delivery.retried" },
  async ({ params }) => {
    await retryDelivery(params);
    return json({ delivery_id: params.delivery_id, state: "pending" }, 202);
  },
);

export const getRecentDeliveries = route("GET /api/overview/deliveries", { access: "deliveries.manage" }, () =>
  readRecentDeliveries(),
);
