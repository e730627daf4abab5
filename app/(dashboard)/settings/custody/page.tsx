import { facts, viewPage } from "#components/page/route-messages.tsx";
import { CustodySection } from "#components/settings/custody-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("custody-settings.title");

export default viewPage(() => requirePermission("privacy.read"), facts("custody", "custody-settings"), CustodySection);
