"use client";

import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { LabelChoices } from "#components/verifications/filter-choices.tsx";
import { useNames } from "#components/verifications/filter-words.ts";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { MAX_MONTHS } from "#lib/contract/review/policy-input.ts";
import { shownText } from "#lib/contract/text.ts";
import { FieldDescription, FieldError } from "@/components/ui/field";
import { usePolicyError } from "./policy-errors.ts";
import { CountField, PolicyPart } from "./policy-fields.tsx";

const MAX_RULES = 100;
/** The initial months of a new label in the policy. */
const YEAR = 12;

/** Months after which an accepted file with a label comes back. */
export function PeriodicRules() {
  const t = useTranslations("review-policy");
  const { field } = useController<ReviewPolicy, "periodic">({ name: "periodic" });
  const rules: ReviewPolicy["periodic"] = field.value;
  const choose = (labels: string[]) =>
    field.onChange(labels.map((label) => rules.find((rule) => rule.label === label) ?? { label, months: YEAR }));
  const change = (changed: Rule) =>
    field.onChange(rules.map((rule) => (rule.label === changed.label ? changed : rule)));
  return (
    <PolicyPart legend={t("group.periodic")}>
      <FieldDescription>{t("periodic")}</FieldDescription>
      <LabelChoices chosen={rules.map(({ label }) => label)} onChange={choose} />
      {rules.map((rule, index) => (
        <Months key={rule.label} rule={rule} index={index} onChange={change} />
      ))}
      <FieldError>{usePolicyError("periodic", MAX_RULES)}</FieldError>
    </PolicyPart>
  );
}

type Rule = ReviewPolicy["periodic"][number];
type MonthsProps = { rule: Rule; index: number; onChange: (rule: Rule) => void };

function Months({ rule: { label, months }, index, onChange }: MonthsProps) {
  const t = useTranslations("review-policy");
  const nameOf = useNames(false);
  return (
    <CountField
      label={t("months", { label: nameOf("label", label) ?? shownText(label) })}
      error={usePolicyError(`periodic.${index}.months`, MAX_MONTHS)}
      max={MAX_MONTHS}
      value={Number.isNaN(months) ? "" : months}
      onChange={({ target }) => onChange({ label, months: target.valueAsNumber })}
    />
  );
}
