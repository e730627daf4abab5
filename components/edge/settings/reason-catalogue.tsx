import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController, useFormContext, useFormState } from "react-hook-form";
import { Help } from "#components/kit/help.tsx";
import { IconButton } from "#components/kit/icon-button.tsx";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { Collapsible } from "@/components/ui/collapsible";
import { FieldError, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EditableRows } from "./editable-rows.tsx";
import { usePolicyError } from "./policy-errors.ts";
import { PolicyPart } from "./policy-fields.tsx";

const LANGUAGES = ["en", "es"] as const;
const MAX_REASONS = 100;
const MAX_REASON_LENGTH = 200;

/** The reasons for a decision, in both languages. Folded by default, since its many fields are Tab stops. */
export function ReasonCatalogue() {
  const t = useTranslations("review-policy.reasons");
  const group = useTranslations("review-policy.group");
  const [open, setOpen] = useState(false);
  const { errors } = useFormState<ReviewPolicy>();
  // Unfolded if a field has an error, so that the field can get the focus.
  if (errors.catalogue && !open) setOpen(true);
  return (
    <PolicyPart legend={group("reasons")}>
      <EditableRows
        name="catalogue"
        most={MAX_REASONS}
        blank={{ code: "", for: ["rejected"], en: "", es: "" }}
        add={t("add")}
        onAdd={() => setOpen(true)}
        frame={(rows, count) => (
          <div className="relative">
            <Collapsible open={open} onOpenChange={setOpen}>
              <summary className="w-fit cursor-pointer tabular-nums">{t("count", { count })}</summary>
              {rows}
            </Collapsible>
            <div className="absolute -top-1 right-0">
              <Help of={group("reasons")}>{t("about")}</Help>
            </div>
          </div>
        )}
        row={(index, onRemove) => <Reason index={index} onRemove={onRemove} />}
      />
    </PolicyPart>
  );
}

function Reason({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslations("review-policy.reasons");
  const { register } = useFormContext<ReviewPolicy>();
  const { field } = useController<ReviewPolicy, `catalogue.${number}.for`>({ name: `catalogue.${index}.for` });
  const wrong = {
    en: usePolicyError(`catalogue.${index}.en`),
    es: usePolicyError(`catalogue.${index}.es`),
    for: usePolicyError(`catalogue.${index}.for`),
  };
  const id = useId();
  const number = index + 1;
  const said = (part: keyof typeof wrong) => ({
    "aria-invalid": wrong[part] ? (true as const) : undefined,
    "aria-describedby": wrong[part] && `${id}-wrong`,
  });
  return (
    <FieldSet className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]">
      <FieldLegend className="sr-only">{t("reason", { number })}</FieldLegend>
      {LANGUAGES.map((language) => (
        <Input
          key={language}
          lang={language}
          aria-label={t(language)}
          placeholder={t(language)}
          maxLength={MAX_REASON_LENGTH}
          className="col-span-2 h-8 text-[0.8125rem] xl:col-span-1"
          {...said(language)}
          {...register(`catalogue.${index}.${language}`)}
        />
      ))}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {RESOLUTIONS.map((resolution) => (
          <FieldLabel key={resolution} className="gap-1.5 font-normal text-[0.8125rem]">
            <Checkbox
              checked={field.value.includes(resolution)}
              onCheckedChange={(checked) =>
                field.onChange(RESOLUTIONS.filter((one) => (one === resolution ? checked : field.value.includes(one))))
              }
              {...said("for")}
            />
            <span>{t(`for.${resolution}`)}</span>
          </FieldLabel>
        ))}
      </div>
      <IconButton label={t("remove", { number })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
      <FieldError id={`${id}-wrong`} className="col-span-full">
        {wrong.en ?? wrong.es ?? wrong.for}
      </FieldError>
    </FieldSet>
  );
}
