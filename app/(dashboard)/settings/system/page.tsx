import { SystemSection } from "#components/edge/settings/system-section.tsx";
import { pick, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { readSystem } from "#lib/core/server/status/system.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("system.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "system"),
  async () => <SystemSection system={await readSystem()} />,
);
