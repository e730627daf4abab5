"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { LabelChoices } from "#components/verifications/filter-choices.tsx";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { Input } from "@/components/ui/input";

/** A part of the policy with its name. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-md border border-border px-3 pt-1 pb-3">
      <legend className="px-1 font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}

const NUMBERS = [
  ["due_hours", 1_000],
  ["stalled_days", 365],
  ["kept_years", 100],
] as const;

type DeadlinesProps = { policy: ReviewPolicy; onChange: (part: Partial<ReviewPolicy>) => void };

/** How many hours, days and years: each with what it means. */
export function Deadlines({ policy, onChange }: DeadlinesProps) {
  const t = useTranslations("review-policy.number");
  const group = useTranslations("review-policy.group");
  return (
    <FieldGroup legend={group("deadlines")}>
      {NUMBERS.map(([name, most]) => (
        <NumberField
          key={name}
          label={t(`${name}.label`)}
          about={t(`${name}.about`)}
          most={most}
          value={policy[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </FieldGroup>
  );
}

type NumberProps = {
  label: string;
  about: string;
  most: number;
  value: number;
  onChange: (value: number) => void;
};

function NumberField({ label, about, most, value, onChange }: NumberProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5rem] items-start gap-x-4">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`} className="text-muted-foreground text-xs">
          {about}
        </p>
      </div>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={most}
        step={1}
        // What is empty while one types is no number.
        value={Number.isNaN(value) ? "" : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        aria-describedby={`${id}-about`}
        className="h-8 text-[0.8125rem] text-right tabular-nums"
      />
    </div>
  );
}

const APPROVALS = ["never", "high", "always"] as const;

type ApprovalProps = { approval: ReviewPolicy["approval"]; onChange: (approval: ReviewPolicy["approval"]) => void };

/** When a decision needs a second person. */
export function ApprovalField({ approval, onChange }: ApprovalProps) {
  const t = useTranslations("review-policy.approval");
  const group = useTranslations("review-policy.group");
  const name = useId();
  return (
    <FieldGroup legend={group("approval")}>
      {APPROVALS.map((one) => (
        <label key={one} className="flex items-baseline gap-2">
          <input
            type="radio"
            name={name}
            checked={approval === one}
            onChange={() => onChange(one)}
            className="accent-primary"
          />
          {t(one)}
        </label>
      ))}
      <p className="text-muted-foreground text-xs">{t("about")}</p>
    </FieldGroup>
  );
}

type WatchedProps = { labels: readonly string[]; onChange: (labels: string[]) => void };

/** Labels whose change brings an accepted file back: of those that occur. */
export function WatchedLabels({ labels, onChange }: WatchedProps) {
  const t = useTranslations("review-policy");
  return (
    <FieldGroup legend={t("group.labels")}>
      <p className="text-muted-foreground text-xs">{t("labels")}</p>
      <LabelChoices chosen={[...labels]} onChange={onChange} />
    </FieldGroup>
  );
}
