import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { DeliveriesView } from "#components/core/deliveries/deliveries-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { deliveryListOptions } from "#lib/core/browser/deliveries.ts";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { listDeliveries } from "#lib/core/server/deliveries/list.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("deliveries.page.title");

export default async function DeliveriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requirePermission("deliveries.manage");
  const { filter } = DELIVERY_FILTER.read(parametersOf(await searchParams));
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({ ...deliveryListOptions(filter), queryFn: () => listDeliveries({ filter }) });
  return (
    <HydrationBoundary state={dehydrate(await coverPage(role, client))}>
      <DeliveriesView />
    </HydrationBoundary>
  );
}
