"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { TextField } from "#components/page/text-field.tsx";
import { CATALOGUE_NAMES } from "#lib/contract/events/event-catalogue.ts";
import { addressProblemsOf, isTarget } from "#lib/contract/webhooks/webhook-problems.ts";
import { EventPicker } from "./event-picker.tsx";
import type { Draft } from "./webhook-draft.ts";

type Props = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** The service runs on this machine, and delivers to plain http there. */
  local: boolean;
  /** Missing fields are named after the first try to continue. */
  tried: boolean;
};

/** Why a draft cannot be sent yet; null where it can. */
export function draftProblem({ url, mode, picked }: Draft): "address" | "events" | null {
  if (!isTarget(url.trim())) return "address";
  return mode === "some" && picked.length === 0 ? "events" : null;
}

/** Address, description and events of a webhook. */
export function WebhookForm({ draft, onChange, local, tried }: Props) {
  const t = useTranslations("webhooks.form");
  const url = draft.url.trim();
  const warnings = URL.canParse(url) ? addressProblemsOf(url, local) : [];
  return (
    <div className="space-y-5">
      <div className="space-y-1.5">
        <TextField
          label={t("url")}
          hint={t(local ? "urlHintLocal" : "urlHint")}
          error={tried && !isTarget(url) ? t("urlWrong") : undefined}
          value={draft.url}
          onChange={({ target }) => onChange({ url: target.value })}
          type="url"
          inputMode="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
        />
        <div role="status" className="empty:hidden">
          {warnings.map((warning) => (
            <p key={warning} className="flex items-start gap-1.5 text-medium text-xs">
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
              {t(`warning.${warning}`)}
            </p>
          ))}
        </div>
      </div>
      <TextField
        label={t("description")}
        hint={t("descriptionHint")}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        maxLength={2000}
        autoComplete="off"
      />
      <EventsField draft={draft} onChange={onChange} missing={tried && draftProblem(draft) === "events"} />
    </div>
  );
}

type EventsFieldProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; missing: boolean };

/** All events of today, or some: two choices, since the service has no wildcard that would follow along. */
function EventsField({ draft: { mode, picked }, onChange, missing }: EventsFieldProps) {
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
