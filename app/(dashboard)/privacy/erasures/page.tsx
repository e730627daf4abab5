import { viewPage } from "#components/kit/route-messages.tsx";
import { ErasuresView } from "#components/records/privacy/erasures-view.tsx";
import { ERASURES_WORDS } from "#components/records/privacy/privacy-words.ts";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("erasures.title");

export default viewPage(() => requirePermission("privacy.read"), ERASURES_WORDS, ErasuresView);
