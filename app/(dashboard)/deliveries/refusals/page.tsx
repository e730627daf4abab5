import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { RefusalsView } from "#components/core/refusals/refusals-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { refusalListOptions } from "#lib/core/browser/deliveries.ts";
import { listRefusals } from "#lib/core/server/deliveries/list.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

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
