import { facts, viewPage } from "#components/page/route-messages.tsx";
import { AlertsSection } from "#components/settings/alerts-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("alerts.title");

export default viewPage(() => requirePermission("settings.read"), facts("alerts"), AlertsSection);
