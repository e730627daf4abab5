import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { UsersView } from "#components/users/users-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users"))("title") };
}

/** Accounts, for admins; 404 for others. */
export default async function UsersPage() {
  await requirePermission("users.manage");
  const t = await getTranslations("users");
  return (
    <div className="max-w-6xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages of="users">
        <UsersView />
      </RouteMessages>
    </div>
  );
}
