import { AccountView } from "#components/account/account-view.tsx";
import { HeadedPage } from "#components/page/headed-page.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { requireSession } from "#lib/server/access/session.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("account");

/** The user's account. Users who must set up a second factor or change their password get no other page until then. */
export default async function AccountPage() {
  const user = await requirePermission("account.own");
  const { mustEnrol, mustChangePassword } = await requireSession();
  return (
    <HeadedPage of="account" className="max-w-3xl">
      <AccountView user={user} mustEnrol={mustEnrol} mustChangePassword={mustChangePassword} />
    </HeadedPage>
  );
}
