import { pick, viewPage } from "#components/page/route-messages.tsx";
import { NeedToKnowSection } from "#components/settings/need-to-know-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("need-to-know.title");

export default viewPage(
  () => requirePermission("settings.read"),
  (all) => pick(all, "need-to-know"),
  NeedToKnowSection,
);
