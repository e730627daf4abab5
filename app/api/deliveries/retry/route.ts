import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { countRetryable, retryMatching } from "#lib/server/deliveries/retry.ts";
import { filterQuery } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

const query = filterQuery(DELIVERY_FILTER);

/** The number of failed deliveries that match the filter. */
export const GET = route({ access: "deliveries.manage", query }, async ({ query: { filter } }) => ({
  count: await countRetryable(filter),
}));

/** Queues these deliveries to be applied again, and answers their number. */
export const POST = route(
  { access: "deliveries.manage", audit: "deliveries.retried", limit: { calls: 60, seconds: 60 }, query },
  async ({ query: { filter }, audit }) => {
    audit.add({
      after: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value.length > 0)),
    });
    const count = await retryMatching(filter);
    audit.add({ after: { count } });
    return { count };
  },
);
