import { viewPage } from "#components/page/route-messages.tsx";
import { PRIVACY_WORDS } from "#components/privacy/privacy-words.ts";
import { RegisterView } from "#components/privacy/register-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("arco.title");

export default viewPage(() => requirePermission("privacy.requests"), PRIVACY_WORDS, RegisterView);
