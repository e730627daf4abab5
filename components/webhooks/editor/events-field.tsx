"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { CATALOGUE_NAMES } from "#lib/contract/events/event-catalogue.ts";
import type { Draft } from "./draft.ts";
import { EventPicker } from "./event-picker.tsx";

type Props = { draft: Draft; onChange: (part: Partial<Draft>) => void; missing: boolean };

/** All events of today, or some: two choices, since the service has no wildcard that would follow along. */
export function EventsField({ draft: { mode, picked }, onChange, missing }: Props) {
  const t = useTranslations("webhooks.form.events");
  const id = useId();
  return (
    <fieldset aria-describedby={missing ? `${id}-missing` : undefined} className="space-y-3">
      <legend className="font-medium text-sm">{t("title")}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(["all", "some"] as const).map((choice) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-border p-3 has-checked:border-primary has-checked:bg-accent/50"
          >
            <input
              type="radio"
              name={id}
              checked={mode === choice}
              onChange={() => onChange({ mode: choice })}
              aria-describedby={`${id}-${choice}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm">
                {t(`${choice}.title`, { count: CATALOGUE_NAMES.length })}
              </span>
              <span id={`${id}-${choice}`} className="block text-muted-foreground text-xs">
                {t(`${choice}.about`)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {missing && (
        <p id={`${id}-missing`} className="text-failed text-xs">
          {t("missing")}
        </p>
      )}
      <EventPicker
        picked={
          mode === "all" ? [...CATALOGUE_NAMES, ...picked.filter((name) => !CATALOGUE_NAMES.includes(name))] : picked
        }
        // Taking one off is picking by hand.
        onPicked={(names) => onChange({ mode: "some", picked: names })}
      />
    </fieldset>
  );
}
