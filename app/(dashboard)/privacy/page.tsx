import { viewPage } from "#components/kit/route-messages.tsx";
import { PRIVACY_WORDS } from "#components/records/privacy/privacy-words.ts";
import { RegisterView } from "#components/records/privacy/register-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("arco.title");

export default viewPage(() => requirePermission("privacy.requests"), PRIVACY_WORDS, RegisterView);
