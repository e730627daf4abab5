import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { type FieldPath, useController, useFormContext, useFormState } from "react-hook-form";
import { IconButton } from "#components/kit/icon-button.tsx";
import { TextareaField, TextField } from "#components/kit/text-field.tsx";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import {
  LONGEST_FRAME,
  LONGEST_LETTER_NAME,
  LONGEST_TEMPLATE,
  MAX_LETTERS,
} from "#lib/desk/contract/review/policy-input.ts";
import { Collapsible } from "@/components/ui/collapsible";
import { FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { EditableRows } from "./editable-rows.tsx";
import { usePolicyError } from "./policy-errors.ts";
import { PolicyPart } from "./policy-fields.tsx";

const LANGUAGES = ["es", "en"] as const;

/** The letter to a customer in each language, with placeholders in braces. Folded by default, since few users change it. */
export function TemplateFields() {
  const t = useTranslations("review-policy.templates");
  const group = useTranslations("review-policy.group");
  const letter = useTranslations("review-policy.letter");
  const { errors } = useFormState<ReviewPolicy>();
  const [open, setOpen] = useState(false);
  // Unfolded if a field has an error, so that the field can get the focus.
  if (errors.templates && !open) setOpen(true);
  return (
    <PolicyPart legend={group("templates")}>
      <LetterFrame />
      <Collapsible open={open} onOpenChange={setOpen}>
        <summary className="w-fit cursor-pointer rounded">{t("open")}</summary>
        <div className="pt-3">
          <LetterTexts of="templates" rows={12} />
        </div>
      </Collapsible>
      <div className="grid gap-3">
        <EditableRows
          name="letters"
          most={MAX_LETTERS}
          blank={{ name: "", es: "{points}", en: "{points}" }}
          add={letter("add")}
          row={(index, onRemove) => <Letter index={index} onRemove={onRemove} />}
        />
      </div>
    </PolicyPart>
  );
}

/** The customers' language, and the first and last lines of all letters. */
function LetterFrame() {
  const t = useTranslations("review-policy.letter");
  const { field } = useController<ReviewPolicy, "letter.language">({ name: "letter.language" });
  return (
    <div className="grid gap-3">
      <RadioGroup value={field.value} onValueChange={field.onChange} className="flex flex-wrap gap-x-4 gap-y-1">
        <FieldLegend className="mb-0">{t("language")}</FieldLegend>
        {LANGUAGES.map((language) => (
          <FieldLabel key={language} className="font-normal">
            <RadioGroupItem value={language} />
            <span>{t(language)}</span>
          </FieldLabel>
        ))}
      </RadioGroup>
      <div className="grid gap-4 lg:grid-cols-2">
        {(["addressee", "signature"] as const).map((part) => (
          <PolicyText
            key={part}
            name={`letter.${part}`}
            label={t(part)}
            help={t("about")}
            maxLength={LONGEST_FRAME}
            rows={3}
          />
        ))}
      </div>
    </div>
  );
}

/** An additional letter that users can choose when they write to a customer. */
function Letter({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslations("review-policy.letter");
  const { register } = useFormContext<ReviewPolicy>();
  const number = index + 1;
  return (
    <FieldSet className="gap-3">
      <FieldLegend className="sr-only">{t("letter", { number })}</FieldLegend>
      <div className="flex items-end gap-2">
        <TextField
          label={t("name")}
          error={usePolicyError(`letters.${index}.name`)}
          maxLength={LONGEST_LETTER_NAME}
          autoComplete="off"
          {...register(`letters.${index}.name`)}
        />
        <IconButton label={t("remove", { number })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <LetterTexts of={`letters.${index}`} rows={8} />
    </FieldSet>
  );
}

type TextsProps = { of: "templates" | `letters.${number}`; rows: number };

function LetterTexts({ of, rows }: TextsProps) {
  const t = useTranslations("review-policy.templates");
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {LANGUAGES.map((language) => (
        <PolicyText
          key={language}
          name={`${of}.${language}`}
          label={t(`language.${language}`)}
          help={t("about")}
          lang={language}
          maxLength={LONGEST_TEMPLATE}
          rows={rows}
        />
      ))}
    </div>
  );
}

type TextProps = ComponentProps<typeof TextareaField> & { name: FieldPath<ReviewPolicy> };

function PolicyText({ name, ...text }: TextProps) {
  const { register } = useFormContext<ReviewPolicy>();
  return <TextareaField error={usePolicyError(name)} {...text} {...register(name)} />;
}
