import { type AllMessages, pick, viewPage } from "#components/kit/route-messages.tsx";
import { ImportView } from "#components/statements/import/import-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

// The causes of refused rows are those of a statement in its dialog.
const words = (all: AllMessages) => ({ ...pick(all, "dates-import"), dates: pick(all.dates, "problem") });

export const generateMetadata = titled("dates-import.title");

export default viewPage(() => requirePermission("statements.write"), words, ImportView);
