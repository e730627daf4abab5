import { getTranslations } from "next-intl/server";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { ScimSection } from "#components/scim/scim-section.tsx";
import { PasswordsSection } from "#components/settings/passwords-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("passwords");

/** Password switch and SCIM tokens, for admins; 404 for others. Without a provider the page has neither. */
export default async function SignInPage() {
  await requirePermission("users.manage");
  const { OIDC_ISSUER, APP_ORIGIN } = env();
  const t = await getTranslations("settings");
  return (
    <RouteMessages of="passwords">
      <div className="max-w-4xl space-y-5">
        <PageHeader title={t("tabs.signIn")} lede={OIDC_ISSUER ? t("signIn") : t("noProvider")} />
        {OIDC_ISSUER && (
          <>
            <PasswordsSection />
            <ScimSection address={`${APP_ORIGIN}/scim/v2`} />
          </>
        )}
      </div>
    </RouteMessages>
  );
}
