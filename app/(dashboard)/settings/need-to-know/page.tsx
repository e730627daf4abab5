import { NeedToKnowSection } from "#components/edge/settings/need-to-know-section.tsx";
import { pick, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("need-to-know.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "need-to-know"),
  NeedToKnowSection,
);
