import { DECISIONS_WORDS } from "#components/desk/review/decisions/decisions-words.ts";
import "#components/kit/paper.css";
import { DecisionsView } from "#components/desk/review/decisions/decisions-view.tsx";
import { RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { decisionsZone } from "#lib/desk/server/review/decisions.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("decisions.title");

/** The decisions of a period, for auditors; the browser requests them. */
export default async function DecisionsPage() {
  await requirePermission("reviews.read");
  const timeZone = await decisionsZone();
  return (
    <RouteMessages words={DECISIONS_WORDS}>
      <DecisionsView today={dateIn(instantFromMs(Date.now()), timeZone)} timeZone={timeZone} />
    </RouteMessages>
  );
}
