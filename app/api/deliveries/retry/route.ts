import type { NextRequest } from "next/server";
import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { countRetryable, retryMatching } from "#lib/server/deliveries/retry.ts";
import { route } from "#lib/server/http/route.ts";

/** An unreadable parameter is refused: without it the command would retry more deliveries than requested. */
function readFilter({ nextUrl }: NextRequest) {
  const { filter, ignored } = DELIVERY_FILTER.read(nextUrl.searchParams);
  if (ignored[0]) throw invalid(`Invalid ${ignored[0].name}.`);
  return filter;
}

/** The number of failed deliveries that match the filter. */
export const GET = route({ access: "deliveries.manage" }, async ({ request }) => ({
  count: await countRetryable(readFilter(request)),
}));

/** Queues these deliveries to be applied again, and answers their number. */
export const POST = route(
  { access: "deliveries.manage", audit: "deliveries.retried", limit: { calls: 60, seconds: 60 } },
  async ({ request, audit }) => {
    const filter = readFilter(request);
    audit.add({
      after: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value.length > 0)),
    });
    const count = await retryMatching(filter);
    audit.add({ after: { count } });
    return { count };
  },
);
