import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useState } from "react";
import { OpeningsSection } from "#components/core/people/openings-section.tsx";
import { Origin } from "#components/core/people/origin.tsx";
import { Relation } from "#components/core/people/people-reading.tsx";
import { pdfHref } from "#components/core/people/person-place.ts";
import { RfcParts } from "#components/core/people/rfc-parts.tsx";
import { HoldNotice } from "#components/desk/custody/hold-notice.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { OtherFieldsSection } from "#components/kit/other-fields-section.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { personOpeningsOptions } from "#lib/core/browser/people.ts";
import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { curpOf, type Person, personName, shortenCurp } from "#lib/core/contract/people/person.ts";
import { segmentsOf, textFields } from "#lib/core/contract/verifications/title-fields.ts";
import { type RfcReading, readRfc } from "#lib/core/rules/curp/rfc.ts";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import { wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CurpSection } from "./curp-section.tsx";
import { PdfLink, usePdfViewer } from "./person-pdf.tsx";
import { LookupSection, RegistrySection } from "./registry-section.tsx";
import { SamePersonSection } from "./same-person-section.tsx";

type Props = {
  person: Person;
  personId: number;
  verificationId: string;
  tag: string | null;
  /** Only the short form of this person has arrived so far. */
  shortenedPerson: boolean;
  /** The parts of a person that the reader's role may see. */
  shown: RoleRule;
  /** Address of this page. */
  href: string;
  /** Age of the data, and its cause. */
  freshness: ReactNode;
  staleness: ReactNode;
};

/** All known data of a person. An open PDF is beside it. */
export function PersonCard(props: Props) {
  const { person, personId, verificationId, tag, shortenedPerson, shown, href, freshness, staleness } = props;
  const t = useTranslations("people");
  const address = pdfHref(verificationId, personId);
  const viewer = usePdfViewer(person, shown.pdf, href, address);
  const Viewer = viewer.state.is === "open" ? viewer.state.Viewer : null;
  const name = personName(person);
  const openings = useQuery(personOpeningsOptions(verificationId, personId));
  const otherFields = otherFieldsOfPerson(person);
  const registry = !shortenedPerson && <RegistrySection person={person} />;
  const isOpen = Viewer !== null;
  return (
    <article className="flex min-w-0 flex-col gap-4">
      <PageHeader
        title={<Name name={name} personId={personId} />}
        facts={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
            <span className="tabular-nums">{t("card.id", { id: String(personId) })}</span>
            <Relation person={person} />
            <Origin person={person} verificationId={verificationId} />
            {freshness}
          </p>
        }
      >
        <PdfLink address={address} viewer={viewer} />
      </PageHeader>
      <PersonHolds person={person} verificationId={verificationId} />
      <div role="status" className="contents">
        {staleness}
      </div>
      <div className={cn("grid grid-cols-1 items-start gap-4", isOpen ? "lg:grid-cols-2" : BESIDE)}>
        {Viewer && (
          <div className="h-[85dvh] min-w-0 lg:sticky lg:top-16 lg:order-last lg:h-[calc(100dvh-5rem)] print:hidden">
            <Viewer
              title={name ?? t("numbered", { id: String(personId) })}
              address={address}
              fileName={`curp-${personId}.pdf`}
              onClose={viewer.close}
              onSettled={() => openings.refetch()}
            />
          </div>
        )}
        <div className={isOpen ? "min-w-0 space-y-4" : "contents"}>
          <div className="min-w-0 space-y-4">
            {/* The reader compares the PDF with this section, so both are visible. */}
            {isOpen && <>{registry}</>}
            <LookupSection person={person} verificationId={verificationId} tag={tag} />
            {!shortenedPerson && <CurpSection person={person} shown={shown} />}
            {!shortenedPerson && <RfcSection person={person} fields={otherFields} />}
          </div>
          <div className="min-w-0 space-y-4">
            {!isOpen && <>{registry}</>}
            {!shortenedPerson && <OtherFieldsSection fields={otherFields} wasRead />}
            <SamePersonSection verificationId={verificationId} personId={personId} />
            <OpeningsSection openings={openings} />
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
    name ?? (
      <span className="text-muted-foreground">
        {t("unnamed")} <span className="sr-only">{t("card.id", { id: String(personId) })}</span>
      </span>
    )
  );
}

type Fields = Record<string, unknown>;

/** The fields of a person that the interface does not define, nested as the service sent them. */
export function otherFieldsOfPerson({ other_fields, external_identities }: Person): Fields {
  const { curp } = external_identities;
  return joined(other_fields, {
    external_identities: joined(external_identities.other_fields, {
      curp: curp
        ? joined(curp.other_fields, {
            applicant_data: curp.applicant_data?.other_fields ?? {},
            evidentiary_document_data: curp.evidentiary_document_data?.other_fields ?? {},
          })
        : {},
    }),
  });
}

/** The undefined fields of a record and of its defined fields. */
function joined(own: Fields, within: Record<string, Fields>): Fields {
  return {
    ...own,
    ...Object.fromEntries(Object.entries(within).filter(([, fields]) => Object.keys(fields).length > 0)),
  };
}

const PlaceHoldDialog = dynamic(() =>
  import("#components/desk/custody/custody-dialogs.tsx").then((module) => module.PlaceHoldDialog),
);

/** The legal holds of a person, and a button for another. */
function PersonHolds({ person, verificationId }: { person: Person; verificationId: string }) {
  const t = useTranslations("custody.place");
  const { data } = useQuery(fileCustodyOptions(verificationId));
  const manages = useCurrentUser().may("privacy.manage");
  const [placing, setPlacing] = useState(false);
  const stated = curpOf(person);
  const whole = stated === null ? null : wholeCurpIn(stated);
  const holds = data?.holds.filter(({ curp_ends }) => stated !== null && curp_ends === shortenCurp(whole ?? stated));
  return (
    <>
      {holds?.map((hold) => (
        <HoldNotice key={hold.hold_id} hold={hold} />
      ))}
      {manages && whole !== null && (
        <Button variant="outline" className="w-fit" onClick={() => setPlacing(true)}>
          <Lock aria-hidden />
          {t("action")}
        </Button>
      )}
      {placing && whole !== null && <PlaceHoldDialog subject={{ curp: whole }} onClosed={() => setPlacing(false)} />}
    </>
  );
}

/** The RFC among the fields that the interface does not define, explained; empty without one. */
export function RfcSection({ person, fields }: { person: Person; fields: object }) {
  const t = useTranslations("people.rfc");
  const reading = rfcIn(fields);
  if (!reading) return null;
  return (
    <Section id="rfc" title={t("title")}>
      <p translate="no" className="mb-3 font-mono text-lg leading-none">
        {reading.text}
      </p>
      <RfcParts reading={reading} curp={curpOf(person)} />
    </Section>
  );
}

const RFC_FIELD_NAME = /(?:^|_)rfc(?:$|_)|^tax_?id$/i;

/** The first field with a name like RFC or tax id and a value in the form of an RFC. */
function rfcIn(fields: object): RfcReading | null {
  for (const [pointer, text] of textFields(fields)) {
    const reading = RFC_FIELD_NAME.test(segmentsOf(pointer).at(-1) ?? "") ? readRfc(text) : null;
    if (reading) return reading;
  }
  return null;
}
