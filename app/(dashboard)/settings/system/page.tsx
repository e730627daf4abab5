import { RouteMessages } from "#components/page/route-messages.tsx";
import { SystemSection } from "#components/settings/system-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { readSystem } from "#lib/server/status/system.ts";

export const generateMetadata = titled("system");

export default async function SystemPage() {
  await requirePermission("settings.read");
  return (
    <RouteMessages of="system">
      <SystemSection system={await readSystem()} />
    </RouteMessages>
  );
}
