import { DECISIONS_WORDS } from "#components/desk/review/decisions/decisions-words.ts";
import { SamplesView } from "#components/desk/review/decisions/samples-view.tsx";
import { viewPage } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("samples.title");

export default viewPage(() => requirePermission("samples.review"), DECISIONS_WORDS, SamplesView);
