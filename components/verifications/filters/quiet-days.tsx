"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";

const CHOICES = [7, 14, 30];

type Props = { days: number | null; onChange: (days: number | null) => void };

/** Verifications about which nothing has been heard for some days. A number that only the address knows is a choice too. */
export function QuietDays({ days, onChange }: Props) {
  const t = useTranslations("verifications.filters");
  const group = useId();
  const choices = days === null || CHOICES.includes(days) ? CHOICES : [...CHOICES, days];
  return (
    <fieldset className="min-w-0 px-2 py-1">
      <legend className="float-left w-full pb-1 font-medium text-muted-foreground text-xs">
        {t("names.quiet_days")}
      </legend>
      <div className="clear-both flex flex-wrap gap-1">
        {[null, ...choices].map((choice) => (
          <label
            key={choice}
            className="relative rounded-md border border-border px-2 py-1 text-[0.8125rem] has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring hover:bg-muted has-checked:hover:bg-accent"
          >
            <input
              type="radio"
              name={group}
              checked={days === choice}
              onChange={() => onChange(choice)}
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            {choice === null ? t("anyTime") : t("days", { count: choice })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
