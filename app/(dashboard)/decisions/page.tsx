import { DECISIONS_WORDS } from "#components/review/decisions/decisions-words.ts";
import "#components/page/paper.css";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { DecisionsView } from "#components/review/decisions/decisions-view.tsx";
import { dateIn } from "#lib/contract/review/working-time.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { decisionsZone } from "#lib/server/review/decisions.ts";

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
