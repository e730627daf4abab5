"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { TextareaField } from "#components/page/text-field.tsx";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { LONGEST_TEMPLATE } from "#lib/contract/review/policy-input.ts";
import { FieldDescription } from "@/components/ui/field";
import { FurtherLetters, LetterFrameFields } from "./letter-fields.tsx";
import { usePolicyError } from "./policy-errors.ts";
import { PolicyPart } from "./policy-fields.tsx";

/** The letter to a customer in each language, with placeholders in braces. Folded, since few users change it. */
export function TemplateFields() {
  const t = useTranslations("review-policy.templates");
  const group = useTranslations("review-policy.group");
  const { register } = useFormContext<ReviewPolicy>();
  const id = useId();
  const [open, setOpen] = useState(false);
  const wrong = { es: usePolicyError("templates.es"), en: usePolicyError("templates.en") };
  // A field with an error is unfolded, so that it can get the focus.
  if ((wrong.es || wrong.en) && !open) setOpen(true);
  return (
    <PolicyPart legend={group("templates")}>
      <FieldDescription id={`${id}-about`} className="max-w-prose">
        {t("about")}
      </FieldDescription>
      <LetterFrameFields />
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded">{t("open")}</summary>
        <div className="grid gap-4 pt-3 lg:grid-cols-2">
          {(["es", "en"] as const).map((language) => (
            <TextareaField
              key={language}
              label={t(`language.${language}`)}
              error={wrong[language]}
              lang={language}
              maxLength={LONGEST_TEMPLATE}
              rows={12}
              {...(!wrong[language] && { "aria-describedby": `${id}-about` })}
              {...register(`templates.${language}`)}
            />
          ))}
        </div>
      </details>
      <FurtherLetters />
    </PolicyPart>
  );
}
