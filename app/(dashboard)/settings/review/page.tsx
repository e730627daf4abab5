import { facts, viewPage } from "#components/page/route-messages.tsx";
import { ReviewPolicySection } from "#components/settings/review-policy-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("review-policy.title");

export default viewPage(() => requirePermission("settings.read"), facts("review-policy"), ReviewPolicySection);
