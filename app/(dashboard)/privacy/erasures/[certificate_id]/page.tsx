import { ERASURES_WORDS } from "#components/privacy/privacy-words.ts";
import "#components/page/paper.css";
import { notFound } from "next/navigation";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { CertificateView } from "#components/privacy/certificate-view.tsx";
import { pathParameters } from "#lib/contract/api/path-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

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
