import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { UsersView } from "#components/users/users-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { factMessages } from "#lib/server/i18n/page-messages.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users"))("title") };
}

/** Who may sign in, for admins; to others there is no such page. */
export default async function UsersPage() {
  const { email } = await requirePermission("users.manage");
  const [t, { users, secrets }] = await Promise.all([getTranslations("users"), getMessages()]);
  return (
    <div className="max-w-6xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <PageMessagesProvider messages={{ ...(await factMessages()), users, secrets }}>
        <UsersView email={email} />
      </PageMessagesProvider>
    </div>
  );
}
