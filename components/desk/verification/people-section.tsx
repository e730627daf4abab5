import { FileText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { LookupToDo } from "#components/core/people/lookup-to-do.tsx";
import { Origin } from "#components/core/people/origin.tsx";
import { OutcomeIcon } from "#components/core/people/outcome-mark.tsx";
import {
  PeopleFailed,
  PeopleFreshness,
  PeopleStaleness,
  Relation,
  usePeople,
} from "#components/core/people/people-reading.tsx";
import { personAnchor, personHref } from "#components/core/people/person-place.ts";
import { ShortCurp } from "#components/core/people/short-curp.tsx";
import { Announced } from "#components/kit/announced.tsx";
import { Code } from "#components/kit/code.tsx";
import { LINKED_ENTRY } from "#components/kit/entry-link.tsx";
import { Groups } from "#components/kit/folded.tsx";
import { AnyNewMark, NewMark } from "#components/kit/new-mark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { UnreadableEntries } from "#components/kit/unreadable-entries.tsx";
import { ResponsibleTeams } from "#components/kit/what-to-do.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useOpenWords } from "#components/kit/words.tsx";
import {
  curpOf,
  lookupOutcome,
  type Person,
  peopleOutcome,
  personName,
  shortenCurp,
} from "#lib/core/contract/people/person.ts";
import { personMark } from "#lib/desk/contract/review/seen-marks.ts";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

const hasFailed = (person: Person): boolean => lookupOutcome(person).state === "failed";

function lookupCode(person: Person): string | null {
  const lookup = lookupOutcome(person);
  return lookup.state === "failed" ? lookup.code : null;
}

/** The people of a file in short, each a link to the person; failed lookups first. */
export function PeopleSection({ verificationId, tag }: { verificationId: string; tag: string | null }) {
  const t = useTranslations("people");
  const { query, failure, reading, read } = usePeople(verificationId);
  const people = query.data;
  const count = people?.full_list.length ?? 0;
  const listed = people?.full_list.toSorted((one, other) => Number(hasFailed(other)) - Number(hasFailed(one))) ?? [];
  const failed = listed.filter(hasFailed).length;
  return (
    <Section
      id="people"
      title={t("title")}
      count={count || undefined}
      aside={
        people && (
          <span className="flex flex-wrap items-center gap-x-3">
            {failed > 0 && <span>{t("needAttention", { count: failed })}</span>}
            <PeopleFreshness people={people} reading={reading} onRead={read} />
          </span>
        )
      }
    >
      {people ? (
        <>
          <Announced className="contents">
            <PeopleStaleness people={people} failure={failure} />
          </Announced>
          {count === 0 && !people.unreadable && <EmptySection>{t("empty")}</EmptySection>}
          <UnreadableEntries unreadable={people.unreadable} className={count > 0 ? "mb-4" : ""} />
          {count > 0 && (
            <Groups
              // The service does not guarantee that numbers are unique.
              items={withKeys(listed, ({ people_id }) => [String(people_id)])}
              groupOf={({ item }) => JSON.stringify([peopleOutcome(item), lookupCode(item)])}
              title={({ item }, alike) => (
                <span>
                  <OutcomeIcon outcome={peopleOutcome(item)} className="mr-1.5 inline" />
                  <span>{t(`outcomes.${peopleOutcome(item)}`)}</span>
                  {lookupCode(item) !== null && (
                    <span>
                      <span> </span>
                      <Code>{lookupCode(item) ?? ""}</Code>
                    </span>
                  )}
                  <span> </span>
                  <span className="text-muted-foreground tabular-nums">{alike.length}</span>
                  <AnyNewMark marks={alike.map((one) => personMark(one.item))} />
                </span>
              )}
              rest={(count) => t("more", { count })}
              idOf={({ item }) => personAnchor(item.people_id ?? -1)}
              draw={(drawn) => (
                <ul className="-my-2.5 divide-y divide-border">
                  {drawn.map(({ key, item }) => (
                    <PersonEntry
                      key={key}
                      person={item}
                      verificationId={verificationId}
                      tag={tag}
                      isFirst={listed.find(({ people_id }) => people_id === item.people_id) === item}
                    />
                  ))}
                </ul>
              )}
            />
          )}
          {failed > 0 && <ResponsibleTeams className="mt-5" />}
        </>
      ) : query.isError ? (
        <PeopleFailed query={query} />
      ) : (
        <Waiting />
      )}
    </Section>
  );
}

const ROWS = ["w-40", "w-48", "w-36"];

function Waiting() {
  const t = useTranslations("people");
  return (
    <div role="status">
      <span className="sr-only">{t("loading")}</span>
      <div className="-my-2.5 divide-y divide-border">
        {ROWS.map((width) => (
          <div key={width} className="space-y-1 py-2.5">
            <Skeleton className={`h-5 max-w-full ${width}`} />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

type EntryProps = ComponentProps<typeof LookupToDo> & {
  /** The first entry with this number: links lead to it. */
  isFirst?: boolean;
};

export function PersonEntry({ person, verificationId, tag, isFirst = true }: EntryProps) {
  const t = useTranslations("people");
  const lookup = lookupOutcome(person);
  const outcome = peopleOutcome(person);
  const name = personName(person);
  return (
    <li
      id={isFirst && person.people_id !== null ? personAnchor(person.people_id) : undefined}
      className={cn("flex gap-2 py-2.5 text-sm print:py-1", LINKED_ENTRY)}
    >
      <OutcomeIcon outcome={outcome} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-baseline gap-x-2">
          <Name person={person} verificationId={verificationId}>
            <span className={name === null ? "text-muted-foreground italic" : "wrap-anywhere font-medium"}>
              {name ?? t("unnamed")}
            </span>
          </Name>
          <Relation person={person} />
          {name === null && person.people_id !== null && (
            <span className="text-muted-foreground text-xs tabular-nums">#{person.people_id}</span>
          )}
          <NewMark mark={personMark(person)} />
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs">
          <span className="text-muted-foreground">{t(`outcomes.${outcome}`)}</span>
          <Curp curp={curpOf(person)} />
          {person.external_identities.curp?.curp_file.available && (
            <span className="inline-flex items-center gap-1 text-muted-foreground">
              <FileText aria-hidden className="size-3.5" />
              {t("pdf")}
            </span>
          )}
          <Origin person={person} />
        </p>
        {lookup.state === "failed" && (
          <LookupFailure {...lookup}>
            <LookupToDo person={person} verificationId={verificationId} tag={tag} />
          </LookupFailure>
        )}
      </div>
    </li>
  );
}

type NameProps = Pick<EntryProps, "person" | "verificationId"> & { children: ReactNode };

/** The name as a link. A person without the service's number has no page. */
function Name({ person: { people_id }, verificationId, children }: NameProps) {
  if (people_id === null) return children;
  return (
    <Link
      href={personHref({ verification_id: verificationId, people_id })}
      prefetch={false}
      className="rounded underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}

/** The first and last characters of the CURP, worded for screen readers, which would spell the mask. */
function Curp({ curp }: { curp: string | null }) {
  if (curp === null) return null;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <span className="text-muted-foreground">CURP</span>
      <ShortCurp shown={shortenCurp(curp)} />
    </span>
  );
}

type FailureProps = { code: string | null; message: string | null; children: ReactNode };

/** The meaning of a failure that the interface names, and its code; then the service's message and the next step. */
function LookupFailure({ code, message, children }: FailureProps) {
  const t = useTranslations("people");
  const words = useOpenWords("people.error")(code);
  return (
    <div className="mt-1 space-y-0.5 text-xs">
      {code !== null && (
        <p className="wrap-anywhere">
          {words !== null && <span>{`${words} `}</span>}
          <Code>{code}</Code>
        </p>
      )}
      {message !== null && <p className="wrap-anywhere text-muted-foreground">{t("said", { message })}</p>}
      {children}
    </div>
  );
}
