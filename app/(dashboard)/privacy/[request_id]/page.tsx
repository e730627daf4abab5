import { notFound } from "next/navigation";
import { RouteMessages } from "#components/kit/route-messages.tsx";
import { PRIVACY_WORDS } from "#components/records/privacy/privacy-words.ts";
import { RequestView } from "#components/records/privacy/request-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("arco.title");

/** A request under the data law; the browser requests it. */
export default async function RequestPage({ params }: { params: Promise<{ request_id: string }> }) {
  await requirePermission("privacy.requests");
  const given = pathParameters.pick({ request_id: true }).safeParse(await params);
  if (!given.success) notFound();
  return (
    <RouteMessages words={PRIVACY_WORDS}>
      <RequestView requestId={given.data.request_id} />
    </RouteMessages>
  );
}
