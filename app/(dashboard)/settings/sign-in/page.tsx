import { getTranslations } from "next-intl/server";
import { facts, RouteMessages } from "#components/page/route-messages.tsx";
import { ScimSection } from "#components/scim/scim-section.tsx";
import { PasswordsSection } from "#components/settings/passwords-section.tsx";
import { ProviderSection } from "#components/settings/provider-section.tsx";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("settings.signIn.title");

/** Password switch and SCIM tokens, or the steps to a provider, which both need. For admins; 404 for others. */
export default async function SignInPage() {
  await requirePermission("users.manage");
  const { OIDC_ISSUER, APP_ORIGIN } = env();
  const t = await getTranslations("settings.signIn");
  return (
    <RouteMessages words={facts("passwords", "scim", "secrets")}>
      <SettingsPage width="form" title={t("title")} lede={OIDC_ISSUER ? t("lede") : t("noProvider")}>
        {OIDC_ISSUER ? (
          <>
            <PasswordsSection />
            <ScimSection address={`${APP_ORIGIN}/scim/v2`} />
          </>
        ) : (
          <ProviderSection redirect={`${APP_ORIGIN}/api/session/oidc/callback`} />
        )}
      </SettingsPage>
    </RouteMessages>
  );
}
