import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { AuditView } from "#components/audit/audit-view.tsx";
import { auditListOptions } from "#lib/browser/audit.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { readAuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listAudit } from "#lib/server/audit/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Who did what, for admins; to others there is no such page. */
export default async function AuditPage({ searchParams }: Props) {
  await requirePermission("audit.read");
  const given = Object.entries(await searchParams).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, value]),
  );
  const { filter } = readAuditFilter(new URLSearchParams(given));
  const client = makeQueryClient();
  const [{ audit, list }] = await Promise.all([
    getMessages(),
    // A failure here leaves nothing in the cache: the browser asks again through the handler, which logs and words it.
    client.prefetchInfiniteQuery({
      ...auditListOptions(filter),
      queryFn: () => listAudit({ filter }),
      retry: false,
    }),
  ]);
  return (
    <NextIntlClientProvider messages={{ audit, list }}>
      <HydrationBoundary state={dehydrate(client)}>
        <AuditView />
      </HydrationBoundary>
    </NextIntlClientProvider>
  );
}
