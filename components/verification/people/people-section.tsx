"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import { keyed } from "#components/verification/view/keyed.ts";
import { PeopleFailed, PeopleFreshness, PeopleStaleness, usePeople } from "./people-reading.tsx";
import { PersonEntry } from "./people-section-person.tsx";

/** The people of a file in short, each leading to the person. */
export function PeopleSection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("people");
  const { query, failure, reading, read } = usePeople(verificationId);
  const people = query.data;
  const count = people?.full_list.length ?? 0;
  return (
    <Section
      id="people"
      title={t("title")}
      {...(count > 0 ? { count } : {})}
      aside={people && <PeopleFreshness people={people} reading={reading} onRead={read} />}
    >
      {people ? (
        <>
          <div role="status" className="contents">
            <PeopleStaleness people={people} failure={failure} />
          </div>
          {count === 0 && <EmptySection>{t("empty")}</EmptySection>}
          {count > 0 && (
            <ul className="-my-2.5 divide-y divide-border">
              {/* Nothing says that the service numbers people once only. */}
              {keyed(people.full_list, ({ people_id }) => [String(people_id)]).map(({ key, item }) => (
                <PersonEntry key={key} person={item} verificationId={verificationId} />
              ))}
            </ul>
          )}
        </>
      ) : query.isError ? (
        <PeopleFailed error={query.error} onRetry={() => query.refetch()} />
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
