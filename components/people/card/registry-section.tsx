"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptySection, Section } from "#components/page/section.tsx";
import { APPLICANT_FIELDS, EVIDENTIARY_FIELDS, type Person } from "#lib/contract/people/person.ts";
import { stateCode, stateName } from "#lib/curp/states.ts";

type Field = (typeof APPLICANT_FIELDS)[number] | (typeof EVIDENTIARY_FIELDS)[number];

/** What the registry answered, in full: the person, and the document that proves it. */
export function RegistrySection({ person }: { person: Person }) {
  const t = useTranslations("people.card");
  const { curp } = person.external_identities;
  const applicant = curp?.applicant_data ?? null;
  const proof = curp?.evidentiary_document_data ?? null;
  return (
    <Section id="registry" title={t("registry")}>
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
    <dl className="space-y-1.5 text-sm">
      {names.map((name) => (
        <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted-foreground">{t(`field.${name}`)}</dt>
          <dd className="wrap-anywhere min-w-0">
            <Value name={name} told={values[name] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, told }: { name: Field; told: string | null }): ReactNode {
  const t = useTranslations("people.card");
  if (told === null) return <span className="text-muted-foreground italic">{t("notTold")}</span>;
  switch (name) {
    case "curp":
      return <span className="font-mono text-xs sm:text-[0.8125rem]">{told}</span>;
    case "birth_date":
    case "registry_date":
      return <Day told={told} />;
    case "birth_entity":
    case "register_entity":
      return <State told={told} />;
    default:
      return told;
  }
}

/** A day in words, where the registry wrote one; anything else as it came. */
function Day({ told }: { told: string }) {
  const format = useFormatter();
  const day = /^\d{4}-\d\d-\d\d$/.test(told) ? new Date(`${told}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(told)) return told;
  return (
    <time dateTime={told} title={told}>
      {format.dateTime(day, { dateStyle: "long", timeZone: "UTC" })}
    </time>
  );
}

/** A code or a number is spelled out; a name stays as the registry wrote it. */
function State({ told }: { told: string }) {
  const t = useTranslations("people");
  const code = /^[A-Za-z]{2}$|^\d{1,2}$/.test(told.trim()) ? stateCode(told) : null;
  if (code === null) return told;
  return t("card.spelled", { code: told, name: stateName(code) ?? t("curp.abroad") });
}
