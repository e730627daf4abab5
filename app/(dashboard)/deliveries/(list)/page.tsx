import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { DeliveriesView } from "#components/deliveries/deliveries-view.tsx";
import { deliveryListOptions } from "#lib/browser/deliveries.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listDeliveries } from "#lib/server/deliveries/list.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";

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
