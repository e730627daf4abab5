import { HeadedPage } from "#components/page/headed-page.tsx";
import { UsersView } from "#components/users/users-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("users");

export default async function UsersPage() {
  await requirePermission("users.manage");
  return (
    <HeadedPage of="users" className="max-w-6xl">
      <UsersView />
    </HeadedPage>
  );
}
