import { AccountView } from "#components/access/account/account-view.tsx";
import { HeadedPage } from "#components/kit/headed-page.tsx";
import { facts } from "#components/kit/route-messages.tsx";
import { NoticeMailSection } from "#components/outbound/notices/notice-mail-section.tsx";
import { signInProblem } from "#lib/access/contract/provider-claims.ts";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { requireSession } from "#lib/access/server/session.ts";
import type { SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("account.title");

/** The user's account. Users who must set up a second factor or change their password get no other page until then. */
export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const user = await requirePermission("account.own");
  const { mustEnrol, mustChangePassword } = await requireSession();
  const problem = signInProblem.parse((await searchParams).problem);
  return (
    <HeadedPage of="account" words={facts("access", "account", "notice-mail", "secrets")} className="max-w-3xl">
      <AccountView user={user} mustEnrol={mustEnrol} mustChangePassword={mustChangePassword} problem={problem}>
        <NoticeMailSection />
      </AccountView>
    </HeadedPage>
  );
}
