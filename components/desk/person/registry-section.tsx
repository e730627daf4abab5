import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { LookupToDo } from "#components/core/people/lookup-to-do.tsx";
import { DocumentLink } from "#components/core/people/origin.tsx";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { Code } from "#components/kit/code.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { FactLine } from "#components/kit/fact.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant, Time } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useOpenWords } from "#components/kit/words.tsx";
import {
  APPLICANT_FIELDS,
  EVIDENTIARY_FIELDS,
  lookupOutcome,
  type PeopleOutcome,
  type Person,
  type PersonLookup,
  peopleOutcome,
} from "#lib/core/contract/people/person.ts";
import { stateCode, stateName } from "#lib/core/rules/curp/states.ts";

type LookupProps = ComponentProps<typeof LookupToDo>;

export function LookupSection({ person, verificationId, tag }: LookupProps) {
  const t = useTranslations("people");
  const outcome = peopleOutcome(person);
  const lookup = lookupOutcome(person);
  const { lookup_error, external_identities } = person;
  const { curp } = external_identities;
  const meaning = useOpenWords("people.error")(outcome);
  const message = lookup.state === "failed" ? lookup.message : (curp?.message ?? null);
  const registered = curp?.applicant_data?.curp ?? null;
  const searched = curp?.search_number ?? null;
  return (
    <Section id="lookup" title={t("card.lookup")}>
      <div className="space-y-2.5 text-sm">
        <p className="font-medium">
          <PeopleOutcomeMark outcome={outcome} />
        </p>
        {(lookup_error || meaning !== null) && (
          <p>
            {meaning !== null && <span>{`${meaning} `}</span>}
            {lookup_error && <Code>{lookup_error.people_error}</Code>}
          </p>
        )}
        {message !== null && <p className="wrap-anywhere">{t("said", { message })}</p>}
        {lookup.state === "failed" && <TellTheCaller outcome={outcome} />}
        <LookupToDo person={person} verificationId={verificationId} tag={tag} />
        {searched !== null && (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted-foreground">{t("card.searched")}</span>
            <span translate="no" className="wrap-anywhere font-mono text-[0.8125rem]">
              {searched}
            </span>
          </p>
        )}
        {registered !== null && searched !== null && registered !== searched && (
          <p className="text-muted-foreground">{t("card.differs")}</p>
        )}
      </div>
      <LookupHistory person={person} verificationId={verificationId} />
    </Section>
  );
}

/** A sentence to read to a caller, without personal data, and the role that can repeat the lookup. */
function TellTheCaller({ outcome }: { outcome: PeopleOutcome }) {
  const t = useTranslations("people.card.caller");
  const says = t(`says.${outcome as "failed"}`);
  return (
    <div className="space-y-2 rounded-md bg-muted p-3">
      <h3 className="text-muted-foreground text-xs">{t("title")}</h3>
      <p>“{says}”</p>
      <p className="flex flex-wrap items-center gap-2 print:hidden">
        <CopyButton size="xs" text={() => says}>
          {t("copy")}
        </CopyButton>
      </p>
      <p className="text-muted-foreground text-xs">{t("who")}</p>
    </div>
  );
}

const MAX_SHOWN = 3;

/** The lookups reported by events, newest first: time, outcome and document. */
function LookupHistory({ person, verificationId }: Omit<LookupProps, "tag">) {
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

type Field = (typeof APPLICANT_FIELDS)[number] | (typeof EVIDENTIARY_FIELDS)[number];

/** The registry's whole answer: the person, and the document that proves it. */
export function RegistrySection({ person }: { person: Person }) {
  const t = useTranslations("people.card");
  const { curp } = person.external_identities;
  const applicant = curp?.applicant_data ?? null;
  const proof = curp?.evidentiary_document_data ?? null;
  return (
    <Section id="registry" title={t("registry")}>
      {applicant && curp?.success === false && (
        <Remark mark="warning" className="mb-3 text-sm">
          {t("partial")}
        </Remark>
      )}
      {applicant ? (
        <Fields names={APPLICANT_FIELDS} values={applicant} />
      ) : (
        <EmptySection>{t("noApplicant")}</EmptySection>
      )}
      <h3 className="mt-4 mb-2 border-border border-t pt-3 font-semibold text-sm">{t("document")}</h3>
      {proof ? <Fields names={EVIDENTIARY_FIELDS} values={proof} /> : <EmptySection>{t("noDocument")}</EmptySection>}
    </Section>
  );
}

type FieldsProps = { names: readonly Field[]; values: Partial<Record<Field, string | null>> };

function Fields({ names, values }: FieldsProps) {
  const t = useTranslations("people");
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {names.map((name) => (
        <FactLine key={name} name={t(`field.${name}`)}>
          <Value name={name} value={values[name] ?? null} />
        </FactLine>
      ))}
    </dl>
  );
}

function Value({ name, value }: { name: Field; value: string | null }): ReactNode {
  const t = useTranslations("people.card");
  if (value === null) return <span className="text-muted-foreground italic">{t("notTold")}</span>;
  switch (name) {
    case "curp":
      return (
        <span translate="no" className="font-mono text-xs sm:text-[0.8125rem]">
          {value}
        </span>
      );
    case "birth_date":
    case "registry_date":
      return <Day value={value} />;
    case "birth_entity":
    case "register_entity":
      return <State value={value} />;
    default:
      return value;
  }
}

/** The registry's text as a written-out date if it is a day; other texts unchanged. */
function Day({ value }: { value: string }) {
  const format = useFormatter();
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value)) return value;
  return (
    <Hint text={value}>
      <Time at={value}>{format.dateTime(day, { dateStyle: "long", timeZone: "UTC" })}</Time>
    </Hint>
  );
}

/** A state's code or number is written out; a state's name stays as the registry sent it. */
function State({ value }: { value: string }) {
  const t = useTranslations("people");
  const code = /^[A-Za-z]{2}$|^\d{1,2}$/.test(value.trim()) ? stateCode(value) : null;
  if (code === null) return value;
  return t("card.spelled", { code: value, name: stateName(code) ?? t("curp.abroad") });
}
