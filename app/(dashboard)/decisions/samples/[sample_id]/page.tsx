import { DECISIONS_WORDS } from "#components/desk/review/decisions/decisions-words.ts";
import "#components/kit/paper.css";
import { notFound } from "next/navigation";
import { SheetView } from "#components/desk/review/decisions/sheet-view.tsx";
import { RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("samples.sheet");

/** The worksheet of a sample; the browser requests it. */
export default async function SamplePage({ params }: { params: Promise<{ sample_id: string }> }) {
  await requirePermission("samples.review");
  const given = pathParameters.pick({ sample_id: true }).safeParse(await params);
  if (!given.success) notFound();
  return (
    <RouteMessages words={DECISIONS_WORDS}>
      <SheetView sampleId={given.data.sample_id} />
    </RouteMessages>
  );
}
