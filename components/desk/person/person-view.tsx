"use client";

import { ChevronLeft, UserX } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PeopleFailed, PeopleFreshness, PeopleStaleness, usePeople } from "#components/core/people/people-reading.tsx";
import { fromPeople, personHref } from "#components/core/people/person-place.ts";
import { Message } from "#components/kit/message.tsx";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { PreviousNext } from "#components/kit/previous-next.tsx";
import { UnreadableEntries } from "#components/kit/unreadable-entries.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { codeOf } from "#components/kit/words.tsx";
import { currentNavigation } from "#lib/core/browser/list-navigation.ts";
import { buttonVariants } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { PersonCard } from "./person-card.tsx";
import { keepPdf } from "./person-pdf.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

type Props = {
  verificationId: string;
  personId: number;
  tag: string | null;
  /** The name of the verification. */
  file: string;
};

export function PersonView({ verificationId, personId, tag, file: name }: Props) {
  const t = useTranslations("people.card");
  const words = useTranslations("people");
  const fromList = useSearchParams().get("from") === "people";
  const { query, failure, reading, read } = usePeople(verificationId, personId);
  const router = useRouter();
  const file = `/verifications/${encodeURIComponent(verificationId)}`;
  const people = query.data;
  const found = people?.full_list.filter((person) => person.people_id === personId) ?? [];
  const who = { verification_id: verificationId, people_id: personId };
  const href = fromList ? fromPeople(who) : personHref(who);
  // Previous and next follow the search results, else the people of the file.
  const hrefs = people?.full_list.flatMap(({ people_id }) =>
    people_id === null ? [] : [personHref({ verification_id: verificationId, people_id })],
  );
  const isRefused = codeOf(query.error) === "REASON_REQUIRED";
  const [asked, setAsked] = useState<number | null>(null);
  const refused = isRefused ? personId : null;
  if (asked !== refused && query.fetchStatus === "idle") setAsked(refused);
  // A refetch clears the error while it runs: the dialog keeps the typed reason.
  const needsReason = isRefused || (asked === personId && query.fetchStatus !== "idle");
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {needsReason && (
        <ReasonDialog
          verificationId={verificationId}
          personId={personId}
          onGiven={() => query.refetch()}
          onClosed={() => router.push(file)}
        />
      )}
      <div className="-mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {fromList && <BackToResults href={href} />}
          <Link href={file} className={fromList ? LINK : BACK_LINK}>
            {!fromList && <ChevronLeft aria-hidden className="size-4" />}
            <span>{t("file", { name })}</span>
          </Link>
        </p>
        {fromList ? (
          <PreviousNext of="people.card" href={href} onGo={keepPdf} />
        ) : (
          hrefs && hrefs.length > 1 && <PreviousNext of="people.card" href={href} among={hrefs} onGo={keepPdf} />
        )}
      </div>
      {people ? (
        <>
          {found.length === 0 && (
            <Message icon={<UserX aria-hidden />} title={t("notListed")} role="status">
              <p>{t("notListedBody", { id: String(personId) })}</p>
              <UnreadableEntries unreadable={people.unreadable} className="text-left" />
              <Link className={buttonVariants({ variant: "outline" })} href={file}>
                {t("toFile")}
              </Link>
            </Message>
          )}
          {/* The interface does not guarantee that people ids are unique. */}
          {withKeys(found, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => (
            <PersonCard
              key={key}
              person={person}
              personId={personId}
              verificationId={verificationId}
              tag={tag}
              shortenedPerson={query.isPlaceholderData}
              shown={people.shown}
              href={href}
              freshness={<PeopleFreshness people={people} reading={reading} onRead={read} />}
              staleness={<PeopleStaleness people={people} failure={failure} />}
            />
          ))}
        </>
      ) : query.isError && !needsReason ? (
        <>
          <h1 className="font-semibold text-xl tracking-tight">{words("numbered", { id: String(personId) })}</h1>
          <PeopleFailed query={query} />
        </>
      ) : (
        <Waiting personId={personId} />
      )}
    </div>
  );
}

const LINK = "rounded text-muted-foreground text-sm hover:text-foreground";
const BACK_LINK = `-ml-1 inline-flex items-center gap-1 ${LINK}`;

/** Goes back in the history to the list of people: the browser restores scroll and focus, the tab's memory the search text. */
function BackToResults({ href }: { href: string }) {
  const t = useTranslations("people.card");
  const router = useRouter();
  const back = (event: { preventDefault(): void }) => {
    // After a page load the history has no entry of the list.
    if (!currentNavigation()?.hrefs.includes(href)) return false;
    event.preventDefault();
    window.history.back();
    return true;
  };
  usePageKeys((event) => {
    if (event.key === "Escape" && !back(event)) router.push("/people");
  });
  return (
    <Link
      href="/people"
      aria-keyshortcuts="Escape"
      onClick={(event) => isModifiedClick(event) || back(event)}
      className={BACK_LINK}
    >
      <ChevronLeft aria-hidden className="size-4" />
      {t("back")}
    </Link>
  );
}

function Waiting({ personId }: { personId: number }) {
  const t = useTranslations("people");
  return (
    <div role="status" className="space-y-4">
      <h1 className="sr-only">{t("numbered", { id: String(personId) })}</h1>
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
