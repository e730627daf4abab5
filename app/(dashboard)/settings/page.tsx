import { getTranslations } from "next-intl/server";
import { MovedAnchors } from "#components/edge/settings/moved-anchors.tsx";
import { OriginalsSection } from "#components/edge/settings/originals-section.tsx";
import { TitleFieldsSection } from "#components/edge/settings/title-fields-section.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

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
