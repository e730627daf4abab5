import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountView } from "#components/account/account-view.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { requireSession } from "#lib/server/access/session.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("title") };
}

/** The user's account. Users who must set up a second factor or change their password get no other page until then. */
export default async function AccountPage() {
  const user = await requirePermission("account.own");
  const { mustEnrol, mustChangePassword } = await requireSession();
  const t = await getTranslations("account");
  return (
    <div className="max-w-3xl space-y-5">
      <header className="space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <RouteMessages of="account">
        <AccountView user={user} mustEnrol={mustEnrol} mustChangePassword={mustChangePassword} />
      </RouteMessages>
    </div>
  );
}
