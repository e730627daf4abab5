import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { LONGEST_TEMPLATE } from "#lib/contract/verifications/review.ts";
import { FieldGroup } from "./policy-fields.tsx";

const LANGUAGES = ["es", "en"] as const;

type Templates = ReviewPolicy["templates"];
type Props = {
  templates: Templates;
  /** One of them keeps the policy from being saved. */
  wrong: boolean;
  onChange: (templates: Templates) => void;
};

/** The letter to a customer in each language, in which the places in braces are filled. Few change it: it is opened for that. */
export function TemplateFields({ templates, wrong, onChange }: Props) {
  const t = useTranslations("review-policy.templates");
  const group = useTranslations("review-policy.group");
  const id = useId();
  const [open, setOpen] = useState(false);
  if (wrong && !open) setOpen(true);
  return (
    <FieldGroup legend={group("templates")}>
      <p id={`${id}-about`} className="max-w-prose text-muted-foreground text-xs">
        {t("about")}
      </p>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded">{t("open")}</summary>
        <div className="grid gap-4 pt-3 lg:grid-cols-2">
          {LANGUAGES.map((language) => (
            <label key={language} className="block space-y-1.5">
              <span className="block font-medium">{t(`language.${language}`)}</span>
              <textarea
                lang={language}
                value={templates[language]}
                onChange={({ target }) => onChange({ ...templates, [language]: target.value })}
                maxLength={LONGEST_TEMPLATE}
                rows={12}
                aria-describedby={`${id}-about`}
                className="block w-full resize-y rounded-md border border-input bg-card px-3 py-2"
              />
            </label>
          ))}
        </div>
      </details>
    </FieldGroup>
  );
}
