import { CustodySection } from "#components/edge/settings/custody-section.tsx";
import { facts, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("custody-settings.title");

export default viewPage(() => requirePermission("privacy.read"), facts("custody", "custody-settings"), CustodySection);
