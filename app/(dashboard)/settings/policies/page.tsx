import { pick, viewPage } from "#components/page/route-messages.tsx";
import { PoliciesSection } from "#components/settings/policies-section.tsx";
import { readPolicies } from "#lib/server/access/policies.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("policies.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "policies"),
  async () => <PoliciesSection groups={await readPolicies()} />,
);
