import { getTranslations } from "next-intl/server";
import { facts, RouteMessages } from "#components/page/route-messages.tsx";
import { MovedAnchors } from "#components/settings/moved-anchors.tsx";
import { OriginalsSection } from "#components/settings/originals-section.tsx";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { TitleFieldsSection } from "#components/settings/title-fields-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("settings.title");

export default async function FilesPage() {
  await requirePermission("settings.read");
  const t = await getTranslations("settings");
  return (
    <SettingsPage width="form" title={t("title")} lede={t("lede")}>
      <MovedAnchors />
      <RouteMessages words={facts("file-titles", "originals")}>
        <TitleFieldsSection />
        <OriginalsSection />
      </RouteMessages>
    </SettingsPage>
  );
}
