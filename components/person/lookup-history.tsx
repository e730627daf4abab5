"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/page/time.tsx";
import { withKeys } from "#components/page/with-keys.ts";
import { DocumentLink } from "#components/people/origin.tsx";
import { PeopleOutcomeMark } from "#components/people/outcome-mark.tsx";
import type { Person, PersonLookup } from "#lib/contract/people/person.ts";

const MAX_SHOWN = 3;

type Props = { person: Pick<Person, "lookups" | "has_older_lookups" | "lookup_error">; verificationId: string };

/** The lookups reported by events, newest first: time, outcome and document. */
export function LookupHistory({ person, verificationId }: Props) {
  const t = useTranslations("people.lookups");
  const { lookups, has_older_lookups, lookup_error } = person;
  const [newest, ...older] = lookups;
  if (!newest) return null;
  // The service's message about the current failure is already shown above the history.
  const listed = [lookup_error === null ? newest : { ...newest, people_error_message: null }, ...older];
  const earlier = listed.slice(MAX_SHOWN);
  return (
    <div className="mt-4 border-border border-t pt-3">
      <h3 className="mb-2 font-semibold text-sm">{t("title")}</h3>
      {newest.people_error !== null && lookup_error === null && <p className="mb-2 text-sm">{t("overtaken")}</p>}
      <Lookups lookups={listed.slice(0, MAX_SHOWN)} verificationId={verificationId} />
      {earlier.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded text-muted-foreground text-xs">
            {t("earlier", { count: earlier.length })}
          </summary>
          <div className="mt-2">
            <Lookups lookups={earlier} verificationId={verificationId} />
          </div>
        </details>
      )}
      {has_older_lookups && <p className="mt-2 text-muted-foreground text-xs">{t("older")}</p>}
    </div>
  );
}

function Lookups({ lookups, verificationId }: { lookups: readonly PersonLookup[]; verificationId: string }) {
  return (
    <ol className="space-y-2 text-sm">
      {withKeys(lookups, ({ at, people_error, item_id }) => [at, people_error, String(item_id)]).map(
        ({ key, item }) => (
          <Lookup key={key} lookup={item} verificationId={verificationId} />
        ),
      )}
    </ol>
  );
}

function Lookup({ lookup, verificationId }: { lookup: PersonLookup; verificationId: string }) {
  const t = useTranslations("people");
  const { at, last_at, reports, outcome, people_error, people_error_message, item_id, item_type, shareholder_id } =
    lookup;
  return (
    <li className="grid grid-cols-1 gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <ExactInstant at={at} seconds className="text-muted-foreground tabular-nums" />
      <div className="min-w-0 space-y-0.5">
        <PeopleOutcomeMark outcome={outcome} code={people_error} />
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
          {item_id === null ? (
            <span>{t("origin.none")}</span>
          ) : (
            <DocumentLink document={{ item_id, item_type }} verificationId={verificationId} />
          )}
          {shareholder_id !== null && <span>{t("shareholderId", { id: String(shareholder_id) })}</span>}
          {reports > 1 && (
            <span>
              {t.rich("lookups.repeated", { count: reports, at: () => <ExactInstant at={last_at} seconds /> })}
            </span>
          )}
        </p>
        {people_error_message !== null && (
          <p className="wrap-anywhere text-muted-foreground text-xs">{t("said", { message: people_error_message })}</p>
        )}
      </div>
    </li>
  );
}
