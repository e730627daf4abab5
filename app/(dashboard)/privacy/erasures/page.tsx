import { viewPage } from "#components/page/route-messages.tsx";
import { ErasuresView } from "#components/privacy/erasures-view.tsx";
import { ERASURES_WORDS } from "#components/privacy/privacy-words.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("erasures.title");

export default viewPage(() => requirePermission("privacy.read"), ERASURES_WORDS, ErasuresView);
