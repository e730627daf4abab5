"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { SeverityMark, StatusMark } from "#components/verification/marks.tsx";
import { DocumentsMeter } from "#components/verifications/cells/documents-meter.tsx";
import { useFilterWords } from "#components/verifications/filter-words.ts";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  type Severity,
  VERIFICATION_STATUSES,
} from "#lib/contract/verifications/verification.ts";
import { Count } from "./count.tsx";
import { NameAndKey } from "./name-and-key.tsx";
import { countsOf, useFilterOptions, useNames, valuesOf } from "./use-filter-options.ts";

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

/** Labels are of the account's own catalogue: those that occur, by name and key. */
export function LabelChoices({ legendShown = false, ...props }: Props<string> & { legendShown?: boolean }) {
  const t = useTranslations("verifications.filters");
  const options = useFilterOptions();
  const nameOf = useNames(true);
  const values = valuesOf(options, "label");
  const counts = countsOf(options, "label");
  return (
    <ChoiceList
      legend={t("names.label")}
      legendShown={legendShown}
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
