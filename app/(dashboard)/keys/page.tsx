import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysView } from "#components/keys/keys-view.tsx";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("title") };
}

/** The account's API keys, for admins; 404 for others. */
export default async function KeysPage() {
  await requirePermission("keys.manage");
  const t = await getTranslations("keys");
  return (
    <div className="max-w-7xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages of="keys">
        <KeysView />
      </RouteMessages>
    </div>
  );
}
