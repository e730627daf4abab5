"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { KeptWords } from "#components/desk/custody/kept-words.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Help } from "#components/kit/help.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { RowLink, SectionRows } from "#components/kit/section-rows.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { PackageDialog } from "#components/records/file/package-dialog.tsx";
import { DELETED_OF_FILE } from "#lib/platform/manifest.ts";
import { erasuresOptions } from "#lib/records/browser/erasures.ts";
import {
  type BlockedFile,
  CERTIFICATES_SHOWN,
  type Erasures,
  MAX_BLOCKED,
} from "#lib/records/contract/privacy/erasures.ts";
import { Button } from "@/components/ui/button";

/** Blocked files, which no other page shows, and the certificates of erasures. */
export function ErasuresView() {
  const t = useTranslations("erasures");
  const query = useQuery(erasuresOptions());
  const registers = useCurrentUser().may("privacy.requests");
  const back = registers && <BackLink href="/privacy">{t("back")}</BackLink>;
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} back={back} />
      <Loaded query={query} label={t("loading")} height="h-40" failed={() => t("failed")}>
        {(erasures) => <Sections erasures={erasures} />}
      </Loaded>
    </div>
  );
}

function Sections({ erasures: { blocked, certificates } }: { erasures: Erasures }) {
  const t = useTranslations("erasures");
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <Section
        id="blocked"
        title={t("blocked.title")}
        count={blocked.length}
        aside={<Help of={t("blocked.title")}>{t("blocked.about")}</Help>}
        flush
      >
        <SectionRows rows={blocked} empty={t("blocked.none")} labelledBy="blocked-title">
          {(file) => <BlockedRow key={file.verification_id ?? file.blocked_at} file={file} onPackage={setAsked} />}
        </SectionRows>
        {blocked.length === MAX_BLOCKED && <More count={MAX_BLOCKED} />}
      </Section>
      <Section id="certificates" title={t("certificates.title")} flush>
        <SectionRows rows={certificates} empty={t("certificates.none")} labelledBy="certificates-title">
          {(certificate) => <CertificateRow key={certificate.certificate_id} certificate={certificate} />}
        </SectionRows>
        {certificates.length === CERTIFICATES_SHOWN && <More count={CERTIFICATES_SHOWN} />}
      </Section>
      {asked !== null && <PackageDialog verificationId={asked} blocked onClosed={() => setAsked(null)} />}
    </>
  );
}

const More = ({ count }: { count: number }) => {
  const t = useTranslations("erasures");
  return <p className="px-4 py-2 text-muted-foreground text-xs">{t("more", { count })}</p>;
};

type RowProps = { file: BlockedFile; onPackage: (verificationId: string) => void };

function BlockedRow({ file, onPackage }: RowProps) {
  const t = useTranslations("erasures.blocked");
  const { verification_id, blocked_at, blocked_until, ended, blocked_by, kept, reason } = file;
  const because = ended ? "ends" : blocked_until === null ? "restoredHold" : "restored";
  const reads = useCurrentUser().may("evidence.read");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-56 space-y-1 text-sm">
        <h3 className="wrap-anywhere font-mono text-xs">{verification_id ?? t("unknown")}</h3>
        <p>{kept ? <KeptWords kept={kept} /> : t(because)}</p>
        {reason !== null && <p className="wrap-anywhere text-muted-foreground">{reason}</p>}
        <p className="text-muted-foreground text-xs">
          <span key={blocked_by === null ? "at" : "by"}>
            {t.rich(blocked_by === null ? "at" : "by", {
              name: blocked_by ?? "",
              on: () => <ExactInstant at={blocked_at} />,
            })}
          </span>
          {blocked_until !== null && (
            <span>
              {" · "}
              {t.rich("until", { on: () => <ExactInstant at={blocked_until} /> })}
            </span>
          )}
        </p>
      </div>
      {reads && verification_id !== null && (
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => onPackage(verification_id)}>
          {t("package")}
        </Button>
      )}
    </li>
  );
}

type CertificateProps = { certificate: Erasures["certificates"][number] };

function CertificateRow({ certificate: { certificate_id, erased_at, cause, erased_by, deleted } }: CertificateProps) {
  const t = useTranslations("erasures");
  const format = useFormatter();
  const kinds = DELETED_OF_FILE.filter((kind) => deleted[kind]);
  const rows = kinds.map((kind) => t(`deleted.${kind}`, { rows: deleted[kind] ?? 0 }));
  return (
    <li className="space-y-1 p-4 text-sm">
      <h3>
        <RowLink href={`/privacy/erasures/${certificate_id}`}>
          <ExactInstant at={erased_at} seconds />
        </RowLink>
      </h3>
      <p className="text-muted-foreground text-xs">
        <span>{t(`cause.${cause}`)}</span>
        {erased_by !== null && <span>{` · ${erased_by}`}</span>}
      </p>
      <p className="text-muted-foreground text-xs">{rows.length === 0 ? t("nothing") : format.list(rows)}</p>
    </li>
  );
}
