import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountView } from "#components/account/account-view.tsx";
import { PageHeader } from "#components/page/page-header.tsx";
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
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages of="account">
        <AccountView user={user} mustEnrol={mustEnrol} mustChangePassword={mustChangePassword} />
      </RouteMessages>
    </div>
  );
}
