import { getTranslations } from "next-intl/server";
import { PageHeader } from "#components/page/page-header.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { MovedAnchors } from "#components/settings/moved-anchors.tsx";
import { OriginalsSection } from "#components/settings/originals-section.tsx";
import { TitleFieldsSection } from "#components/settings/title-fields-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("settings");

export default async function SettingsPage() {
  await requirePermission("settings.read");
  const t = await getTranslations("settings");
  return (
    <div className="max-w-4xl space-y-5">
      <MovedAnchors />
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages of="fileSettings">
        <TitleFieldsSection />
        <OriginalsSection />
      </RouteMessages>
    </div>
  );
}
