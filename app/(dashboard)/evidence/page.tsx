import "#components/kit/paper.css";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { EvidenceView } from "#components/records/evidence/evidence-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
import { evidenceOptions } from "#lib/records/browser/evidence.ts";
import { readEvidenceState } from "#lib/records/server/evidence/state.ts";

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
