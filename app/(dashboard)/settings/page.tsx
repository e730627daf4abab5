import { getTranslations } from "next-intl/server";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { AlertsSection } from "#components/settings/alerts-section.tsx";
import { CustodySection } from "#components/settings/custody-section.tsx";
import { Destination } from "#components/settings/destination.tsx";
import { OriginalsSection } from "#components/settings/originals-section.tsx";
import { PoliciesSection } from "#components/settings/policies-section.tsx";
import { ReviewPolicySection } from "#components/settings/review-policy-section.tsx";
import { SystemSection } from "#components/settings/system-section.tsx";
import { TitleFieldsSection } from "#components/settings/title-fields-section.tsx";
import { readPolicies } from "#lib/server/access/policies.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { readSystem } from "#lib/server/status/system.ts";

export const generateMetadata = titled("shell.pages", "settings");

/** The settings of the whole installation, for admins; 404 for others. */
export default async function SettingsPage() {
  await requirePermission("settings.manage");
  const [t, tokens, channels, groups, system] = await Promise.all([
    getTranslations("shell.pages"),
    getTranslations("tokens"),
    getTranslations("channels"),
    readPolicies(),
    readSystem(),
  ]);
  return (
    <div className="max-w-6xl space-y-5">
      <h1 className="font-semibold text-xl tracking-tight">{t("settings")}</h1>
      <Destination href="/settings/channels" title={channels("title")} lede={channels("lede")} />
      <Destination href="/settings/tokens" title={tokens("title")} lede={tokens("lede")} />
      <RouteMessages of="settings">
        <TitleFieldsSection />
        <OriginalsSection />
        <ReviewPolicySection />
        <CustodySection />
        <AlertsSection />
        <PoliciesSection groups={groups} />
        <SystemSection system={system} />
      </RouteMessages>
    </div>
  );
}
