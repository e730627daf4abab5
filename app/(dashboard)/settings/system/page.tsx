import { pick, viewPage } from "#components/page/route-messages.tsx";
import { SystemSection } from "#components/settings/system-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { readSystem } from "#lib/server/status/system.ts";

export const generateMetadata = titled("system.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "system"),
  async () => <SystemSection system={await readSystem()} />,
);
