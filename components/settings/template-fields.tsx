"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { IconButton } from "#components/page/icon-button.tsx";
import { TextareaField, TextField } from "#components/page/text-field.tsx";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import {
  LONGEST_FRAME,
  LONGEST_LETTER_NAME,
  LONGEST_TEMPLATE,
  MAX_LETTERS,
} from "#lib/contract/review/policy-input.ts";
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { EditableRows } from "./editable-rows.tsx";
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

const LANGUAGES = ["es", "en"] as const;

/** The language of customers, and the beginning and end of every letter. */
export function LetterFrameFields() {
  const t = useTranslations("review-policy.letter");
  const { register } = useFormContext<ReviewPolicy>();
  const { field } = useController<ReviewPolicy, "letter.language">({ name: "letter.language" });
  const wrong = { addressee: usePolicyError("letter.addressee"), signature: usePolicyError("letter.signature") };
  return (
    <div className="grid gap-3">
      <RadioGroup value={field.value} onValueChange={field.onChange} className="flex flex-wrap gap-x-4 gap-y-1">
        <FieldLegend className="mb-0">{t("language")}</FieldLegend>
        {LANGUAGES.map((language) => (
          <FieldLabel key={language} className="font-normal">
            <RadioGroupItem value={language} />
            {t(language)}
          </FieldLabel>
        ))}
      </RadioGroup>
      <div className="grid gap-4 lg:grid-cols-2">
        {(["addressee", "signature"] as const).map((part) => (
          <TextareaField
            key={part}
            label={t(part)}
            hint={t("about")}
            error={wrong[part]}
            maxLength={LONGEST_FRAME}
            rows={3}
            {...register(`letter.${part}`)}
          />
        ))}
      </div>
    </div>
  );
}

/** Further letters to choose from when writing to a customer. */
export function FurtherLetters() {
  const t = useTranslations("review-policy.letter");
  return (
    <div className="grid gap-3">
      <EditableRows
        name="letters"
        most={MAX_LETTERS}
        blank={{ name: "", es: "{points}", en: "{points}" }}
        add={t("add")}
        row={(index, onRemove) => <Letter index={index} onRemove={onRemove} />}
      />
    </div>
  );
}

function Letter({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslations("review-policy.letter");
  const language = useTranslations("review-policy.templates.language");
  const { register } = useFormContext<ReviewPolicy>();
  const wrong = {
    name: usePolicyError(`letters.${index}.name`),
    es: usePolicyError(`letters.${index}.es`),
    en: usePolicyError(`letters.${index}.en`),
  };
  const number = index + 1;
  return (
    <FieldSet className="gap-3">
      <FieldLegend className="sr-only">{t("letter", { number })}</FieldLegend>
      <div className="flex items-end gap-2">
        <TextField
          label={t("name")}
          error={wrong.name}
          maxLength={LONGEST_LETTER_NAME}
          autoComplete="off"
          {...register(`letters.${index}.name`)}
        />
        <IconButton label={t("remove", { number })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {LANGUAGES.map((one) => (
          <TextareaField
            key={one}
            label={language(one)}
            error={wrong[one]}
            lang={one}
            maxLength={LONGEST_TEMPLATE}
            rows={8}
            {...register(`letters.${index}.${one}`)}
          />
        ))}
      </div>
    </FieldSet>
  );
}
