import { ERASURES_WORDS } from "#components/records/privacy/privacy-words.ts";
import "#components/kit/paper.css";
import { notFound } from "next/navigation";
import { RouteMessages } from "#components/kit/route-messages.tsx";
import { CertificateView } from "#components/records/privacy/certificate-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("erasures.certificate.title");

/** A certificate of an erasure; the browser requests it. */
export default async function CertificatePage({ params }: { params: Promise<{ certificate_id: string }> }) {
  await requirePermission("privacy.read");
  const given = pathParameters.pick({ certificate_id: true }).safeParse(await params);
  if (!given.success) notFound();
  return (
    <RouteMessages words={ERASURES_WORDS}>
      <CertificateView certificateId={given.data.certificate_id} />
    </RouteMessages>
  );
}
