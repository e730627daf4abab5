import "#components/page/paper.css";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { EvidenceView } from "#components/evidence/evidence-view.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { evidenceOptions } from "#lib/browser/evidence.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { readEvidenceState } from "#lib/server/evidence/state.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("evidence");

/** The log of evidence, for admins; 404 for others. */
export default async function EvidencePage() {
  await requirePermission("evidence.read");
  const client = makeQueryClient();
  // A failure here leaves nothing in the cache: the browser requests it again through the handler, which logs and words it.
  await client.prefetchQuery({ ...evidenceOptions(), queryFn: () => readEvidenceState(), retry: false });
  return (
    <RouteMessages of="evidence">
      <HydrationBoundary state={dehydrate(client)}>
        <EvidenceView />
      </HydrationBoundary>
    </RouteMessages>
  );
}
