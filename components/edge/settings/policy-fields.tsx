import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { LabelChoices } from "#components/desk/verifications/filter-choices.tsx";
import { useNames } from "#components/desk/verifications/filter-words.ts";
import { iconClass } from "#components/kit/icon.ts";
import { MAX_ACCEPTED_TOGETHER } from "#lib/core/contract/verifications/review.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { MAX_MONTHS, POLICY_NUMBERS, type PolicyNumber } from "#lib/desk/contract/review/policy-input.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import {
  Field,
  FieldContent,
  FieldDescription,
  FieldError,
  FieldLabel,
  FieldLegend,
  FieldSet,
} from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { usePolicyError } from "./policy-errors.ts";

const PART = "grid grid-cols-1 content-start gap-3 rounded-md border border-border px-3 pt-1 pb-3";

export function PolicyPart({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <FieldSet className={PART}>
      <FieldLegend className="mb-0 px-1">{legend}</FieldLegend>
      {children}
    </FieldSet>
  );
}

export function Deadlines() {
  const group = useTranslations("review-policy.group");
  return (
    <PolicyPart legend={group("deadlines")}>
      {POLICY_NUMBERS.map(([name, most]) => (
        <NumberField key={name} name={name} most={most} />
      ))}
    </PolicyPart>
  );
}

function NumberField({ name, most }: { name: PolicyNumber; most: number }) {
  const t = useTranslations("review-policy.number");
  const { register } = useFormContext<ReviewPolicy>();
  return (
    <CountField
      label={t(`${name}.label`)}
      about={t(`${name}.about`)}
      error={usePolicyError(name, most)}
      max={most}
      {...register(name, { valueAsNumber: true })}
    />
  );
}

type CountProps = Omit<ComponentProps<"input">, "id"> & { label: string; about?: string; error: string | undefined };

/** A number field (from 1) at the right of its label. */
export function CountField({ label, about, error, ...input }: CountProps) {
  const id = useId();
  return (
    <Field className="grid grid-cols-[minmax(0,1fr)_5rem] items-start gap-x-4">
      <FieldContent>
        <FieldLabel htmlFor={id} className="wrap-anywhere font-normal">
          {label}
        </FieldLabel>
        {about && <FieldDescription id={`${id}-about`}>{about}</FieldDescription>}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </FieldContent>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, about && `${id}-about`].filter(Boolean).join(" ") || undefined}
        className="h-8 text-right text-[0.8125rem] tabular-nums"
        {...input}
      />
    </Field>
  );
}

const APPROVALS = ["never", "high", "always"] as const;

/** When a decision needs a second person. */
export function ApprovalField() {
  const t = useTranslations("review-policy.approval");
  const group = useTranslations("review-policy.group");
  const { field } = useController<ReviewPolicy, "approval">({ name: "approval" });
  const { data } = useQuery(reviewChoicesOptions());
  const officers = data?.assignees.length ?? 0;
  const isAlone = data !== undefined && officers < 2 && field.value !== "never";
  return (
    <RadioGroup value={field.value} onValueChange={field.onChange} className={PART}>
      <FieldLegend className="mb-0 px-1">{group("approval")}</FieldLegend>
      {APPROVALS.map((one) => (
        <FieldLabel key={one} className="font-normal">
          <RadioGroupItem value={one} />
          <span>{t(one)}</span>
        </FieldLabel>
      ))}
      <FieldDescription>{t("about")}</FieldDescription>
      {isAlone && (
        <p role="status" className={cn(iconClass("high"), "text-sm before:text-medium")}>
          {t("alone", { count: officers })}
        </p>
      )}
    </RadioGroup>
  );
}

export const KeepPdfsField = () => <SwitchField name="keep_pdfs" words="pdfs" />;
export const BulkAcceptanceField = () => <SwitchField name="bulk_acceptance" words="bulk" />;

function SwitchField({ name, words }: { name: "keep_pdfs" | "bulk_acceptance"; words: "pdfs" | "bulk" }) {
  const t = useTranslations("review-policy");
  const { field } = useController<ReviewPolicy, typeof name>({ name });
  return (
    <PolicyPart legend={t(`group.${words}`)}>
      <FieldLabel className="font-normal">
        <Checkbox checked={field.value} onCheckedChange={field.onChange} />
        <span>{t(`${words}.label`, { most: MAX_ACCEPTED_TOGETHER })}</span>
      </FieldLabel>
      <FieldDescription>{t(`${words}.about`)}</FieldDescription>
    </PolicyPart>
  );
}

const MAX_LABELS = 100;

/** Labels whose change reopens an accepted file; the choices are existing labels. */
export function WatchedLabels() {
  const t = useTranslations("review-policy");
  const { field } = useController<ReviewPolicy, "watched_labels">({ name: "watched_labels" });
  return (
    <PolicyPart legend={t("group.labels")}>
      <FieldDescription>{t("labels")}</FieldDescription>
      <LabelChoices chosen={[...field.value]} onChange={field.onChange} />
      <FieldError>{usePolicyError("watched_labels", MAX_LABELS)}</FieldError>
    </PolicyPart>
  );
}

const MAX_RULES = 100;
/** The initial number of months of a label that is added to the policy. */
const MONTHS = 12;

/** The number of months after which an accepted file with a label is reopened. */
export function PeriodicRules() {
  const t = useTranslations("review-policy");
  const { field } = useController<ReviewPolicy, "periodic">({ name: "periodic" });
  const rules: ReviewPolicy["periodic"] = field.value;
  const choose = (labels: string[]) =>
    field.onChange(labels.map((label) => rules.find((rule) => rule.label === label) ?? { label, months: MONTHS }));
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
