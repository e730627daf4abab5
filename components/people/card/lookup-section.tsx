"use client";

import { useTranslations } from "next-intl";
import { Section } from "#components/page/section.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { PeopleOutcomeMark } from "#components/people/outcome-mark.tsx";
import { lookupOutcome, type Person, peopleOutcome } from "#lib/contract/people/person.ts";

/** How the lookup ended, in the words of the service, and what to do about it. */
export function LookupSection({ person }: { person: Person }) {
  const t = useTranslations("people");
  const outcome = peopleOutcome(person);
  const told = lookupOutcome(person);
  const { lookup_error, external_identities } = person;
  const { curp } = external_identities;
  const message = told.state === "failed" ? told.message : (curp?.message ?? null);
  const registered = curp?.applicant_data?.curp ?? null;
  const searched = curp?.search_number ?? null;
  return (
    <Section id="lookup" title={t("card.lookup")} aside={lookup_error && <ExactInstant at={lookup_error.at} seconds />}>
      <div className="space-y-2.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <PeopleOutcomeMark outcome={outcome} />
          {lookup_error && (
            <code className="wrap-anywhere font-mono font-normal text-failed text-xs">{lookup_error.people_error}</code>
          )}
        </p>
        {message !== null && <p className="wrap-anywhere">{t("said", { message })}</p>}
        <p>
          <span className="text-muted-foreground">{t("card.todo")}: </span>
          {t.has(`error.${outcome}`) ? t(`error.${outcome}`) : t(`todo.${outcome}`)}
        </p>
        {searched !== null && (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted-foreground">{t("card.searched")}</span>
            <span className="wrap-anywhere font-mono text-[0.8125rem]">{searched}</span>
          </p>
        )}
        {registered !== null && searched !== null && registered !== searched && (
          <p className="text-muted-foreground">{t("card.differs")}</p>
        )}
      </div>
    </Section>
  );
}
