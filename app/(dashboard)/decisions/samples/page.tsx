import { viewPage } from "#components/page/route-messages.tsx";
import { DECISIONS_WORDS } from "#components/review/decisions/decisions-words.ts";
import { SamplesView } from "#components/review/decisions/samples-view.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("samples.title");

export default viewPage(() => requirePermission("samples.review"), DECISIONS_WORDS, SamplesView);
