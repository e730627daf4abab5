import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { KeysView } from "#components/keys/keys-view.tsx";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { factMessages } from "#lib/server/i18n/page-messages.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("title") };
}

/** The account's API keys, for admins; to others there is no such page. */
export default async function KeysPage() {
  const { email } = await requirePermission("keys.manage");
  const [t, { keys, secrets }] = await Promise.all([getTranslations("keys"), getMessages()]);
  return (
    <div className="max-w-7xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <PageMessagesProvider messages={{ ...(await factMessages()), keys, secrets }}>
        <KeysView email={email} />
      </PageMessagesProvider>
    </div>
  );
}
