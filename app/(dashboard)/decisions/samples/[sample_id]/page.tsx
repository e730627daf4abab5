import { DECISIONS_WORDS } from "#components/review/decisions/decisions-words.ts";
import "#components/page/paper.css";
import { notFound } from "next/navigation";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { SheetView } from "#components/review/decisions/sheet-view.tsx";
import { pathParameters } from "#lib/contract/api/path-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

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
