import { KeysView } from "#components/core/keys/keys-view.tsx";
import { facts, viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("keys.title");

export default viewPage(() => requirePermission("keys.manage"), facts("keys", "secrets"), KeysView);
