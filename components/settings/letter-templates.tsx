"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { LONGEST_TEMPLATE, type RequestTemplates } from "#lib/contract/verifications/review.ts";
import { FieldGroup } from "./policy-fields.tsx";

const LANGUAGES = ["en", "es"] as const;

type Props = { templates: RequestTemplates; onChange: (templates: RequestTemplates) => void };

/** What a customer is written, in each language, with places for what is asked and for the file. */
export function LetterTemplates({ templates, onChange }: Props) {
  const t = useTranslations("review-policy.letters");
  const group = useTranslations("review-policy.group");
  const id = useId();
  return (
    <FieldGroup legend={group("letters")}>
      <p id={`${id}-about`} className="max-w-prose text-muted-foreground text-xs">
        {t("about", { points: "{points}", title: "{title}", tag: "{tag}" })}
      </p>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {LANGUAGES.map((language) => (
          <label key={language} className="block min-w-0 space-y-1">
            <span className="block">{t(language)}</span>
            <textarea
              lang={language}
              value={templates[language]}
              onChange={({ target }) => onChange({ ...templates, [language]: target.value })}
              maxLength={LONGEST_TEMPLATE}
              rows={11}
              autoComplete="off"
              aria-describedby={`${id}-about`}
              className="block w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm leading-relaxed"
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
