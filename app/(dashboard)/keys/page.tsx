import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysView } from "#components/keys/keys-view.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("title") };
}

/** The account's API keys, for admins; to others there is no such page. */
export default async function KeysPage() {
  const { email } = await requirePermission("keys.manage");
  const t = await getTranslations("keys");
  return (
    <div className="max-w-7xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <RouteMessages of="keys">
        <KeysView email={email} />
      </RouteMessages>
    </div>
  );
}
