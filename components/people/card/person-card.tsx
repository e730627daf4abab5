"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { OtherFieldsSection } from "#components/verification/other-fields-section.tsx";
import { Relation } from "#components/verification/people/people-section-person.tsx";
import { personOpeningsOptions } from "#lib/browser/people.ts";
import { type Person, personName } from "#lib/contract/people/person.ts";
import { CurpSection } from "./curp-section.tsx";
import { LookupSection } from "./lookup-section.tsx";
import { OpeningsSection } from "./openings-section.tsx";
import { otherFieldsOfPerson } from "./other-fields.ts";
import { PdfLink, PdfPane, usePdfViewer, type ViewerWords } from "./person-pdf.tsx";
import { RegistrySection } from "./registry-section.tsx";

type Props = {
  person: Person;
  personId: number;
  verificationId: string;
  viewerWords: ViewerWords;
  /** As of when it is, and why it may be old. */
  freshness: ReactNode;
  staleness: ReactNode;
};

/** All that is known of one person, and the PDF beside it once it is opened. */
export function PersonCard({ person, personId, verificationId, viewerWords, freshness, staleness }: Props) {
  const t = useTranslations("people.card");
  const client = useQueryClient();
  const viewer = usePdfViewer();
  const { state } = viewer;
  const name = personName(person);
  const address = `/api/verifications/${encodeURIComponent(verificationId)}/people/${personId}/curp.pdf`;
  const { queryKey } = personOpeningsOptions(verificationId, personId);
  return (
    <article className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <header className="min-w-0 flex-1 basis-72 space-y-1">
          <Name name={name} personId={personId} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
            <span className="tabular-nums">{t("id", { id: String(personId) })}</span>
            <Relation person={person} />
            {freshness}
          </p>
        </header>
        <PdfLink person={person} address={address} viewer={viewer} />
      </div>
      <div role="status" className="contents">
        {staleness}
      </div>
      <div className={cn("grid grid-cols-1 items-start gap-4", state.is === "open" ? "lg:grid-cols-2" : BESIDE)}>
        {state.is === "open" && (
          <div className="min-w-0 lg:sticky lg:top-16 lg:order-last">
            <PdfPane
              Viewer={state.Viewer}
              words={viewerWords}
              title={name ?? t("title", { id: String(personId) })}
              address={address}
              fileName={`curp-${personId}.pdf`}
              onClose={viewer.close}
              onAsked={() => client.invalidateQueries({ queryKey })}
            />
          </div>
        )}
        <div className={state.is === "open" ? "min-w-0 space-y-4" : "contents"}>
          <div className="min-w-0 space-y-4">
            <LookupSection person={person} />
            <CurpSection person={person} />
          </div>
          <div className="min-w-0 space-y-4">
            <RegistrySection person={person} />
            <OtherFieldsSection fields={otherFieldsOfPerson(person)} wasRead />
            <OpeningsSection verificationId={verificationId} personId={personId} />
          </div>
        </div>
      </div>
    </article>
  );
}

const BESIDE = "lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]";

function Name({ name, personId }: { name: string | null; personId: number }) {
  const t = useTranslations("people");
  return (
    <h1 className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">
      {name ?? (
        <span className="text-muted-foreground">
          {t("unnamed")} <span className="sr-only">{t("card.id", { id: String(personId) })}</span>
        </span>
      )}
    </h1>
  );
}
