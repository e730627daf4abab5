import { ReviewPolicySection } from "#components/edge/settings/review-policy-section.tsx";
import { facts, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("review-policy.title");

export default viewPage(() => requirePermission("settings.read"), facts("review-policy"), ReviewPolicySection);
