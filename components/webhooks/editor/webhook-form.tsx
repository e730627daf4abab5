"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { addressProblemsOf, isTarget } from "#lib/contract/webhooks/webhook-problems.ts";
import type { Draft } from "./draft.ts";
import { EventsField } from "./events-field.tsx";

type Props = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** The service runs on this machine, and delivers to plain http there. */
  local: boolean;
  /** What is missing is said once somebody has tried to go on. */
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
        <Field
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
      <Field
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
