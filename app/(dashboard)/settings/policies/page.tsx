import { PoliciesSection } from "#components/edge/settings/policies-section.tsx";
import { pick, viewPage } from "#components/kit/route-messages.tsx";
import { readPolicies } from "#lib/access/server/policies.ts";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("policies.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "policies"),
  async () => <PoliciesSection groups={await readPolicies()} />,
);
