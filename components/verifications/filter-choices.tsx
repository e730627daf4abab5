"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { DocumentsMeter } from "#components/page/documents-meter.tsx";
import { SeverityMark, StatusMark } from "#components/page/marks.tsx";
import { useItemErrorCause, useWords } from "#components/page/words.tsx";
import { PeopleOutcomeMark } from "#components/people/outcome-mark.tsx";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "#lib/contract/people/person.ts";
import { shownText } from "#lib/contract/text.ts";
import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  type FilterOption,
  type FindingsSource,
  SEVERITIES,
  type Severity,
  VERIFICATION_STATUSES,
} from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { countsOf, type FilterOptions, useFilterOptions, useFilterWords, useNames, valuesOf } from "./filter-words.ts";

type Props<Value extends string> = { chosen: Value[]; onChange: (chosen: Value[]) => void };

export function StatusChoices(props: Props<string>) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  const values = valuesOf(useFilterOptions(), "status", VERIFICATION_STATUSES);
  const nameOf = (value: string) => words({ name: "status", value }).value;
  return (
    <ChoiceList legend={t("names.status")} values={values} nameOf={nameOf} {...props}>
      {(status) => <StatusMark status={status} />}
    </ChoiceList>
  );
}

export function DocumentsChoices(props: Props<string>) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  const values = valuesOf(useFilterOptions(), "documents_status", DOCUMENTS_STATUSES);
  const nameOf = (value: string) => words({ name: "documents_status", value }).value;
  return (
    <ChoiceList legend={t("names.documents_status")} values={values} nameOf={nameOf} {...props}>
      {(status) => <DocumentsMeter status={status} />}
    </ChoiceList>
  );
}

export function SeverityChoices(props: Props<Severity>) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  const nameOf = (value: string) => words({ name: "severity", value }).value;
  return (
    <ChoiceList legend={t("names.severity")} values={SEVERITIES} nameOf={nameOf} {...props}>
      {(severity) => <SeverityMark severity={severity} />}
    </ChoiceList>
  );
}

type WithoutHighProps = { chosen: Severity[]; onChange: (without_severity: Severity[]) => void };

/** Files that can be decided without a look at a high finding. */
export function WithoutHigh({ chosen, onChange }: WithoutHighProps) {
  const t = useTranslations("verifications.filters");
  return (
    <CheckRow checked={chosen.includes("high")} onChange={(checked) => onChange(checked ? ["high"] : [])}>
      {t("withoutHigh")}
    </CheckRow>
  );
}

type CheckRowProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

const CheckRow = ({ checked, onChange, children }: CheckRowProps) => (
  <Label className="min-h-8 rounded px-2 py-1 font-normal has-focus-visible:bg-accent hover:bg-accent">
    <Checkbox checked={checked} onCheckedChange={onChange} />
    {children}
  </Label>
);

/** How CURP lookups of its people ended. */
export function LookupChoices(props: Props<PeopleOutcome>) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  return (
    <ChoiceList
      legend={t("names.lookup")}
      legendShown
      values={PEOPLE_OUTCOMES}
      nameOf={(value) => words({ name: "lookup", value }).value}
      {...props}
    >
      {(outcome) => <PeopleOutcomeMark outcome={outcome} />}
    </ChoiceList>
  );
}

/** The kind of run that findings are of. */
export function SourceChoices(props: Props<FindingsSource>) {
  const t = useTranslations("verifications.filters");
  const nameOf = (value: string) => t(`sources.${value as FindingsSource}`);
  return (
    <ChoiceList legend={t("names.findings_source")} legendShown values={FINDINGS_SOURCES} nameOf={nameOf} {...props}>
      {nameOf}
    </ChoiceList>
  );
}

/** Labels are of the account's own catalogue: those that occur, by name and key. */
export function LabelChoices(props: Props<string>) {
  const t = useTranslations("verifications.filters");
  const options = useFilterOptions();
  const nameOf = useNames(true);
  const values = valuesOf(options, "label");
  const counts = countsOf(options, "label");
  return (
    <ChoiceList
      legend={t("names.label")}
      legendShown
      values={values}
      nameOf={(label) => nameOf("label", label) ?? label}
      aside={(label) => <Count count={counts(label)} />}
      empty={t(options.state)}
      {...props}
    >
      {(label) => <NameAndKey name={nameOf("label", label)} value={label} />}
    </ChoiceList>
  );
}

/** How many verifications have a value, where that is known. */
export function Count({ count }: { count: FilterOption["count"] | undefined }) {
  const t = useTranslations("verifications.page.total");
  const format = useFormatter();
  if (count === undefined) return null;
  const exact = typeof count === "number";
  return (
    <span className="ml-auto pl-2 text-muted-foreground text-xs tabular-nums">
      <span aria-hidden>{exact ? format.number(count) : `${format.number(count.at_least)}+`}</span>
      <span className="sr-only">{exact ? t("exact", { count }) : t("atLeast", { count: count.at_least })}</span>
    </span>
  );
}

/** The name, and below it the value that programs use. */
export function NameAndKey({ name, value }: { name: string | null; value: string }) {
  return (
    <>
      {name !== null && <span className="wrap-anywhere block text-sm">{name}</span>}
      <span className="wrap-anywhere block font-mono text-muted-foreground text-xs">{shownText(value)}</span>
    </>
  );
}

type AccountChoicesProps = { chosen: string[]; onChange: (chosen: string[]) => void };

/**
 * Accounts by their name, with the id that tells apart two of one name. A single one leaves nothing to choose: it is named.
 */
export function AccountChoices({ chosen, onChange }: AccountChoicesProps) {
  const t = useTranslations("verifications.filters");
  const options = useFilterOptions();
  const nameOfAny = useNames(true);
  const nameOf = (id: string) => nameOfAny("account", id);
  const values = valuesOf(options, "account");
  const counts = countsOf(options, "account");
  // A choice that was there when it was opened stays while one unchooses it.
  const [narrowed] = useState(chosen.length > 0);
  const [only] = values;
  if (only !== undefined && values.length === 1 && !narrowed && chosen.length === 0) {
    return (
      <div className="px-2 pt-1">
        <p className="pb-0.5 font-medium text-muted-foreground text-xs">{t("names.account")}</p>
        <p className="text-xs">{t("onlyAccount")}</p>
        <NameAndKey value={only} name={nameOf(only)} />
      </div>
    );
  }
  return (
    <ChoiceList
      legend={t("names.account")}
      legendShown
      values={values}
      chosen={chosen}
      onChange={onChange}
      nameOf={(id) => nameOf(id) ?? id}
      aside={(id) => <Count count={counts(id)} />}
      empty={t(options.state)}
    >
      {(id) => <NameAndKey value={id} name={nameOf(id)} />}
    </ChoiceList>
  );
}

type ItemParts = Pick<VerificationFilter, "has_item_error" | "item_error" | "item_type">;

type ItemChoicesProps = { chosen: ItemParts; options: FilterOptions; onChange: (parts: Partial<ItemParts>) => void };

/** Any item that needs attention, or one with certain codes or of certain types: those that occur, each with its meaning. */
export function ItemChoices({ chosen, options, onChange }: ItemChoicesProps) {
  const t = useTranslations("verifications.filters");
  const meaning = useItemErrorCause();
  const typeName = useWords("itemType");
  const counts = countsOf(options, "item_error");
  const typeCounts = countsOf(options, "item_type");
  return (
    <div>
      <CheckRow checked={chosen.has_item_error} onChange={(has_item_error) => onChange({ has_item_error })}>
        {t("anyItemError")}
      </CheckRow>
      <ChoiceList
        legend={t("names.item_error")}
        legendShown
        values={valuesOf(options, "item_error")}
        chosen={chosen.item_error}
        onChange={(item_error) => onChange({ item_error })}
        nameOf={(code) => meaning(code) ?? code}
        aside={(code) => <Count count={counts(code)} />}
        empty={t(options.state)}
      >
        {(code) => (
          <>
            <span className="wrap-anywhere block font-mono text-xs">{code}</span>
            <span className="block text-muted-foreground text-xs">{meaning(code)}</span>
          </>
        )}
      </ChoiceList>
      <ChoiceList
        legend={t("names.item_type")}
        legendShown
        values={valuesOf(options, "item_type")}
        chosen={chosen.item_type}
        onChange={(item_type) => onChange({ item_type })}
        nameOf={(type) => typeName(type) ?? type}
        aside={(type) => <Count count={typeCounts(type)} />}
        empty={t(options.state)}
      >
        {(type) => <NameAndKey name={typeName(type)} value={type} />}
      </ChoiceList>
    </div>
  );
}
