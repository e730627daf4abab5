import "#components/page/paper.css";
import { EvidenceView } from "#components/evidence/evidence-view.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/page/route-messages.tsx";
import { evidenceOptions } from "#lib/browser/evidence.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { readEvidenceState } from "#lib/server/evidence/state.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";

// The outcome of sending a head is in the words of channels, a printed time in the words of decisions.
const words = (all: AllMessages) => {
  const { state } = all.channels.sendings;
  return { ...pick(all, "decision", "evidence", "timestamps"), channels: { sendings: { state } } };
};

export const generateMetadata = titled("evidence.title");

export default async function EvidencePage() {
  const { role } = await requirePermission("evidence.read");
  const client = makeQueryClient();
  await client.prefetchQuery({ ...evidenceOptions(), queryFn: () => readEvidenceState() });
  return (
    <RouteMessages words={words} client={await coverPage(role, client)}>
      <EvidenceView />
    </RouteMessages>
  );
}
