"use client";

import { ChevronLeft, UserX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { keyed } from "#components/page/keyed.ts";
import type { PageMessages } from "#components/page/page-messages.tsx";
import { PeopleFailed, PeopleFreshness, PeopleStaleness, usePeople } from "#components/people/people-reading.tsx";
import { Button } from "#components/ui/button.tsx";
import { shortId } from "#components/ui/copy.tsx";
import { Message } from "#components/ui/message.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { PersonCard } from "./person-card.tsx";

type Props = {
  verificationId: string;
  personId: number;
  /** The verification's name, where that is known. */
  tag: string | null;
  viewerWords: PageMessages;
};

/** One person of a verification: how the lookup ended, the CURP explained, and all data of the registry and the service. */
export function PersonView({ verificationId, personId, tag, viewerWords }: Props) {
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
          {/* The interface does not say that people ids are unique. */}
          {keyed(found, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => (
            <PersonCard
              key={key}
              person={person}
              personId={personId}
              verificationId={verificationId}
              tag={tag}
              viewerWords={viewerWords}
              freshness={<PeopleFreshness people={people} reading={reading} onRead={read} />}
              staleness={<PeopleStaleness people={people} failure={failure} />}
            />
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
