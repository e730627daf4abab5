import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { overviewOptions } from "#lib/browser/status.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { getOverview } from "#lib/server/verifications/list/counts.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("overview"))("title") };
}

export default async function OverviewPage() {
  await requirePermission("overview.read");
  const [t, overview] = await Promise.all([getTranslations("overview"), getOverview()]);
  const client = makeQueryClient();
  client.setQueryData(overviewOptions().queryKey, overview);
  return (
    <div className="max-w-7xl space-y-4">
      <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
      <HydrationBoundary state={dehydrate(client)}>
        <OverviewView />
      </HydrationBoundary>
    </div>
  );
}
