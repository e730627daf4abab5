import { getTranslations } from "next-intl/server";
import { ScimSection } from "#components/access/scim/scim-section.tsx";
import { PasswordsSection } from "#components/edge/settings/passwords-section.tsx";
import { ProviderSection } from "#components/edge/settings/provider-section.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

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
