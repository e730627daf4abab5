import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { groupFindings } from "#components/desk/verification/findings-run.tsx";
import { Code } from "#components/kit/code.tsx";
import { SeverityMark } from "#components/kit/marks.tsx";
import { useRecordTime } from "#components/kit/record-time.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { personName } from "#lib/core/contract/people/person.ts";
import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import type { DecidedPerson, DecisionRecord } from "#lib/desk/contract/review/decision-record.ts";

type Basis = DecisionRecord["basis"];

/** `none` is said instead of the facts, or before an empty list. */
type PartProps = { id: string; title: string; about?: string; none: string | null; children?: ReactNode };

function Part({ id, title, about, none, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="space-y-1.5">
      <h3 id={id} className="font-semibold">
        {title}
        {about && <span className="ml-2 font-normal text-muted-foreground text-xs">{about}</span>}
      </h3>
      {none !== null && <p>{none}</p>}
      {children}
    </section>
  );
}

export function DecidedFindings({ run }: Pick<Basis, "run">) {
  const t = useTranslations("decision");
  const findings = useTranslations("verification.findings");
  const timeOf = useRecordTime();
  if (!run) return <Part id="findings" title={findings("title")} none={t("noRun")} />;
  const { source, computed_at, before_reopening, items } = run;
  const about = [
    findings(`source.${source === "final" || source === "provisional" ? source : "unstated"}`),
    ...(before_reopening ? [findings("beforeReopening")] : []),
    ...(computed_at === null ? [] : [t("computed", { at: timeOf(computed_at) })]),
  ];
  const ordered = groupFindings(items).flatMap((group) => group.items);
  return (
    <Part
      id="findings"
      title={findings("title")}
      about={about.join(" · ")}
      none={items.length === 0 ? findings("empty") : null}
    >
      <ul className="space-y-1.5">
        {withKeys(ordered, ({ severity, message, missing_field }) => [severity, message, missing_field]).map(
          ({ key, item: { severity, message, missing_field } }) => (
            <li key={key} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-3">
              <SeverityMark severity={SEVERITIES.find((known) => known === severity) ?? "other"} />
              <span lang="es" translate="no" className="wrap-anywhere whitespace-pre-line">
                {message}
                {missing_field && (
                  <span className="block text-muted-foreground text-xs">
                    {findings("missing")} {missing_field}
                  </span>
                )}
              </span>
            </li>
          ),
        )}
      </ul>
    </Part>
  );
}

type DatesProps = Pick<Basis, "dates"> & { names: DecisionRecord["document_names"] };

/** The dates of documents as they were stated at the decision; absent without any. */
export function DecidedDates({ dates = [], names }: DatesProps) {
  const t = useTranslations("decision.dates");
  const locale = useLocale();
  const day = useDayFormat();
  if (dates.length === 0) return null;
  return (
    <Part id="dates" title={t("title")} none={null}>
      <ul className="space-y-1">
        {dates.map(({ statement_id, document_kind, people_id, issued_on, expires_on, no_expiry }) => (
          <li key={statement_id} className="wrap-anywhere">
            <span className="mr-2">
              <span>{names[document_kind]?.[locale === "en" ? "en" : "es"] ?? document_kind}</span>
              {people_id !== null && <span className="ml-1">{t("person", { id: String(people_id) })}</span>}
            </span>
            <span className="text-muted-foreground">
              {[
                issued_on === null ? t("notIssued") : t("issued", { day: day(issued_on) }),
                no_expiry
                  ? t("noExpiry")
                  : expires_on === null
                    ? t("notExpiring")
                    : t("expires", { day: day(expires_on) }),
              ].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function DecidedItems({ items }: Pick<Basis, "items">) {
  const t = useTranslations("decision");
  const itemType = useWords("itemType");
  const words = useTranslations("verification.items");
  const causeOf = useItemErrorCause();
  const nameOf = (type: string | null) => (type === null ? words("noType") : (itemType(type) ?? type));
  const fine = Map.groupBy(
    items.filter(({ problem }) => problem === null),
    ({ item_type }) => nameOf(item_type),
  );
  const list = [...fine].map(([name, { length: count }]) => (count === 1 ? name : t("times", { name, count })));
  return (
    <Part id="items" title={words("title")} none={items.length === 0 ? t("noItems") : null}>
      <ul className="space-y-1">
        {items.map(
          ({ item_id, item_type, item_error, problem }) =>
            problem !== null && (
              <li key={item_id} className="wrap-anywhere">
                <span className="font-medium">{nameOf(item_type)}</span>{" "}
                <span className="text-muted-foreground text-xs tabular-nums">#{item_id}</span> ·{" "}
                <span>{words(`state.${problem}`)}</span>
                {item_error !== null && (
                  <span>
                    : <span>{causeOf(item_error) ?? ""}</span> <Code>{item_error}</Code>
                  </span>
                )}
              </li>
            ),
        )}
      </ul>
      {list.length > 0 && <p className="wrap-anywhere">{t("fine", { list: list.join(", ") })}</p>}
    </Part>
  );
}

type PeopleProps = { people: DecidedPerson[] | null; verificationId: string };

/** Outcomes at the time of the decision. Names are not in the record: they are opened, and that is recorded. */
export function DecidedPeople({ people, verificationId }: PeopleProps) {
  const t = useTranslations("decision");
  const listed = useTranslations("people");
  const isAnyNamed = people?.some(({ same_name }) => same_name) ?? false;
  const { data, isError } = useQuery({ ...verificationPeopleOptions(verificationId), enabled: isAnyNamed });
  if (!people) return <Part id="people" title={listed("title")} none={t("noPeople")} />;
  const nameOf = ({ people_id, same_name }: DecidedPerson) => {
    const person = same_name ? data?.full_list.find((one) => one.people_id === people_id) : undefined;
    const number = people_id === null ? t("unnumbered") : t("number", { id: String(people_id) });
    return (person && personName(person)) ?? number;
  };
  return (
    <Part id="people" title={listed("title")} none={people.length === 0 ? t("nobody") : null}>
      <ul className="space-y-1">
        {withKeys(people, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => (
          <li key={key} className="wrap-anywhere flex flex-wrap items-center gap-x-3">
            <span>{nameOf(person)}</span>
            <PeopleOutcomeMark outcome={person.outcome} code={person.people_error} />
            {!person.same_name && (
              <span className="text-muted-foreground text-xs">
                {t(person.name_known ? "otherName" : "unknownName")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isAnyNamed && (
        <p className="text-muted-foreground text-xs print:hidden">{t(isError ? "namesFailed" : "names")}</p>
      )}
    </Part>
  );
}
