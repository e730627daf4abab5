"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { BackLink } from "#components/kit/back-link.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { DELETED_OF_FILE } from "#lib/platform/manifest.ts";
import { certificateOptions } from "#lib/records/browser/erasures.ts";
import type { ErasureCertificate } from "#lib/records/contract/privacy/erasures.ts";

/** The certificate of an erasure, for print. It identifies neither the file nor its people. */
export function CertificateView({ certificateId }: { certificateId: string }) {
  const t = useTranslations("erasures.certificate");
  const query = useQuery(certificateOptions(certificateId));
  return (
    <div className="max-w-3xl space-y-5">
      <PageHeader title={t("title")} back={<BackLink href="/privacy/erasures">{t("back")}</BackLink>}>
        <PrintButton>{t("print")}</PrintButton>
      </PageHeader>
      <Loaded query={query} label={t("loading")} height="h-64" failed={() => t("failed")}>
        {(certificate) => <Certificate certificate={certificate} />}
      </Loaded>
    </div>
  );
}

function Certificate({ certificate }: { certificate: ErasureCertificate }) {
  const t = useTranslations("erasures");
  const format = useFormatter();
  const { certificate_id, erased_at, cause, erased_by, blocked_at, deleted, positions, leaves_digest } = certificate;
  const kinds = DELETED_OF_FILE.filter((kind) => deleted[kind]);
  return (
    <>
      <p className="text-sm">{t("certificate.says")}</p>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        <Fact name={t("certificate.id")}>
          <code translate="no" className="wrap-anywhere font-mono text-xs">
            {certificate_id}
          </code>
        </Fact>
        <Fact name={t("certificate.erasedAt")}>
          <ExactInstant at={erased_at} seconds />
        </Fact>
        <Fact name={t("certificate.cause")}>{t(`cause.${cause}`)}</Fact>
        {erased_by !== null && <Fact name={t("certificate.erasedBy")}>{erased_by}</Fact>}
        {blocked_at !== null && (
          <Fact name={t("certificate.blockedAt")}>
            <ExactInstant at={blocked_at} seconds />
          </Fact>
        )}
      </dl>
      <section aria-labelledby="deleted" className="space-y-2">
        <h2 id="deleted" className="font-semibold text-sm">
          {t("certificate.deleted")}
        </h2>
        {kinds.length === 0 ? (
          <p className="text-sm">{t("nothing")}</p>
        ) : (
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {kinds.map((kind) => (
              <li key={kind}>{t(`deleted.${kind}`, { rows: deleted[kind] ?? 0 })}</li>
            ))}
          </ul>
        )}
      </section>
      {leaves_digest !== null && (
        <section aria-labelledby="evidence" className="space-y-2 text-sm">
          <h2 id="evidence" className="font-semibold">
            {t("certificate.evidence")}
          </h2>
          <p>{t("certificate.positions", { count: positions.length, ranges: format.list(rangesOf(positions)) })}</p>
          <p>
            {t("certificate.digest")}{" "}
            <code translate="no" className="wrap-anywhere font-mono text-xs">
              {leaves_digest}
            </code>
          </p>
        </section>
      )}
    </>
  );
}

/** '4–7' for consecutive positions. */
function rangesOf(positions: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = [];
  for (const position of positions) {
    const last = ranges.at(-1);
    if (last?.to === position - 1) last.to = position;
    else ranges.push({ from: position, to: position });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
}
