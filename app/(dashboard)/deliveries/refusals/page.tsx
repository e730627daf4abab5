import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { RefusalsView } from "#components/refusals/refusals-view.tsx";
import { refusalListOptions } from "#lib/browser/deliveries.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listRefusals } from "#lib/server/deliveries/list.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";

export const generateMetadata = titled("deliveries.refusals.title");

export default async function RefusalsPage() {
  const { role } = await requirePermission("deliveries.manage");
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({ ...refusalListOptions(null), queryFn: () => listRefusals({}) });
  return (
    <HydrationBoundary state={dehydrate(await coverPage(role, client))}>
      <RefusalsView />
    </HydrationBoundary>
  );
}
