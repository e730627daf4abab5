import { RouteMessages } from "#components/page/route-messages.tsx";
import { CustodySection } from "#components/settings/custody-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("custody-settings");

/** Retention periods, legal holds and past deletions, for admins and auditors; 404 for others. */
export default async function CustodyPage() {
  await requirePermission("privacy.read");
  return (
    <RouteMessages of="custodySettings">
      <CustodySection />
    </RouteMessages>
  );
}
