import { RouteMessages } from "#components/page/route-messages.tsx";
import { AlertsSection } from "#components/settings/alerts-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("alerts");

/** Alerts to admins, for admins and auditors; 404 for others. */
export default async function AlertsPage() {
  await requirePermission("settings.read");
  return (
    <RouteMessages of="alerts">
      <AlertsSection />
    </RouteMessages>
  );
}
