"use client";

import { ChevronLeft, FileText, UserX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { shortId } from "#components/ui/copy-id.tsx";
import { Message } from "#components/ui/message.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { OtherFieldsSection } from "#components/verification/other-fields-section.tsx";
import { PeopleFailed, PeopleFreshness, PeopleStaleness, usePeople } from "#components/verification/people-reading.tsx";
import { Relation } from "#components/verification/people-section-person.tsx";
import { keyed } from "#components/verification/view/keyed.ts";
import { type Person, personName } from "#lib/contract/person.ts";
import { CurpSection } from "./curp-section.tsx";
import { LookupSection } from "./lookup-section.tsx";
import { otherFieldsOfPerson } from "./other-fields.ts";
import { RegistrySection } from "./registry-section.tsx";

type Props = {
  verificationId: string;
  personId: number;
  /** What the file is called, where that is known. */
  tag: string | null;
};

/** One person of a file: who, how the lookup ended, the CURP explained, and all that the registry and the service told. */
export function PersonView({ verificationId, personId, tag }: Props) {
  const t = useTranslations("people.card");
  const { query, failure, reading, read } = usePeople(verificationId);
  const file = `/verifications/${encodeURIComponent(verificationId)}`;
  const people = query.data;
  const found = people?.full_list.filter((person) => person.people_id === personId) ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="-mb-2">
        <Link
          href={file}
          className="-ml-1 inline-flex items-center gap-1 rounded text-muted-foreground text-sm hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {t("file", { tag: tag ?? shortId(verificationId) })}
        </Link>
      </p>
      {people ? (
        <>
          {found.length === 0 && (
            <Message icon={<UserX aria-hidden />} title={t("notListed")} role="status">
              <p className="text-muted-foreground">{t("notListedBody", { id: String(personId) })}</p>
              <Button asChild variant="outline">
                <Link href={file}>{t("toFile")}</Link>
              </Button>
            </Message>
          )}
          {/* Nothing says that the service numbers people once only. */}
          {keyed(found, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => (
            <article key={key} className="flex min-w-0 flex-col gap-4">
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
                <header className="min-w-0 flex-1 basis-72 space-y-1">
                  <Name person={person} personId={personId} />
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
                    <span className="tabular-nums">{t("id", { id: String(personId) })}</span>
                    <Relation person={person} />
                    <PeopleFreshness people={people} reading={reading} onRead={read} />
                  </p>
                </header>
                <Pdf person={person} verificationId={verificationId} />
              </div>
              <div role="status" className="contents">
                <PeopleStaleness people={people} failure={failure} />
              </div>
              <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
                <div className="min-w-0 space-y-4">
                  <LookupSection person={person} />
                  <CurpSection person={person} />
                </div>
                <div className="min-w-0 space-y-4">
                  <RegistrySection person={person} />
                  <OtherFieldsSection fields={otherFieldsOfPerson(person)} wasRead />
                </div>
              </div>
            </article>
          ))}
        </>
      ) : query.isError ? (
        <>
          <h1 className="font-semibold text-xl tracking-tight">{t("title", { id: String(personId) })}</h1>
          <PeopleFailed error={query.error} onRetry={() => query.refetch()} />
        </>
      ) : (
        <Waiting personId={personId} />
      )}
    </div>
  );
}

function Name({ person, personId }: { person: Person; personId: number }) {
  const t = useTranslations("people");
  const name = personName(person);
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

/**
 * The one stable link to the PDF. It takes the focus as soon as it is there, unless something else has it: whoever came
 * for the PDF presses Enter once more.
 */
function Pdf({ person, verificationId }: { person: Person; verificationId: string }) {
  const t = useTranslations("people.card");
  const link = useRef<HTMLAnchorElement>(null);
  const available = person.external_identities.curp?.curp_file.available === true;
  useEffect(() => {
    if (available && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [available]);
  if (!available) return <p className="text-muted-foreground text-xs">{t("noPdf")}</p>;
  return (
    <Button asChild>
      <a
        ref={link}
        href={`/api/verifications/${encodeURIComponent(verificationId)}/people/${person.people_id}/curp.pdf`}
        target="_blank"
        rel="noreferrer"
      >
        <FileText aria-hidden />
        {t("openPdf")}
      </a>
    </Button>
  );
}

function Waiting({ personId }: { personId: number }) {
  const t = useTranslations("people");
  return (
    <div role="status" className="space-y-4">
      <h1 className="sr-only">{t("card.title", { id: String(personId) })}</h1>
      <span className="sr-only">{t("loading")}</span>
      <div className="space-y-2">
        <Skeleton className="h-7 w-64 max-w-full" />
        <Skeleton className="h-4 w-48 max-w-full" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="space-y-4">
          <Skeleton className="h-32 w-full rounded-lg" />
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </div>
  );
}
