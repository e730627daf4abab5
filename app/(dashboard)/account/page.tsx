import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { AccountView } from "#components/account/account-view.tsx";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { requireSession } from "#lib/server/access/session.ts";
import { factMessages } from "#lib/server/i18n/page-messages.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("title") };
}

/** The user's account. Users who must set up a second factor or change their password get no other page until then. */
export default async function AccountPage() {
  const user = await requirePermission("account.own");
  const [{ mustEnrol, mustChangePassword }, t, { account, secrets }] = await Promise.all([
    requireSession(),
    getTranslations("account"),
    getMessages(),
  ]);
  return (
    <div className="max-w-3xl space-y-5">
      <header className="space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <PageMessagesProvider messages={{ ...(await factMessages()), account, secrets }}>
        <AccountView user={user} mustEnrol={mustEnrol} mustChangePassword={mustChangePassword} />
      </PageMessagesProvider>
    </div>
  );
}
