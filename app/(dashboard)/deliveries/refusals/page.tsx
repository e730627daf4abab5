import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RefusalsView } from "#components/refusals/refusals-view.tsx";
import { refusalListOptions } from "#lib/browser/deliveries.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listRefusals } from "#lib/server/deliveries/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deliveries.refusals"))("title") };
}

export default async function RefusalsPage() {
  await requirePermission("deliveries.manage");
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({
    ...refusalListOptions(null),
    queryFn: () => listRefusals({}),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RefusalsView />
    </HydrationBoundary>
  );
}
