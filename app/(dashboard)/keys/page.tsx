import { KeysView } from "#components/keys/keys-view.tsx";
import { facts, viewPage } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("keys.title");

export default viewPage(() => requirePermission("keys.manage"), facts("keys", "secrets"), KeysView);
