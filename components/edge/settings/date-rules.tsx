import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { IconButton } from "#components/kit/icon-button.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { api } from "#lib/platform/browser/api.ts";
import {
  COUNTS,
  type DocumentKind,
  MAX_BACKLOG_WEEKS,
  MAX_DOCUMENT_KINDS,
  MAX_MONTHS,
  MAX_WARN_DAYS,
} from "#lib/statements/contract/policy-input.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { PROPOSALS } from "./date-proposals.ts";
import { EditableRows } from "./editable-rows.tsx";
import { withKeysOf } from "./policy-draft.ts";
import { usePolicyError } from "./policy-errors.ts";
import { CountField, PolicyPart } from "./policy-fields.tsx";

const LONGEST_NAME = 80;
const LONGEST_SOURCE = 300;
const BLANK: DocumentKind = { key: "", en: "", es: "", per: "file", counts: "decision" };
/** Its words wrap on a phone. */
const LONG_BUTTON = "h-auto min-h-8 max-w-full shrink whitespace-normal py-1 text-left";
const REGIMES = ["vulnerable", "financial"] as const;

/** An empty field of a number, or of a text, that a rule may leave out. */
const optionalNumber = { setValueAs: (value: string) => (value === "" ? undefined : Number(value)) };
const optionalText = { setValueAs: (value: string) => value || undefined };

/** The documents whose dates officers enter. Without any, a regime proposes some; nothing is on by default. */
export function DocumentRules() {
  const t = useTranslations("review-policy.dates");
  const { field } = useController<ReviewPolicy, "documents">({ name: "documents" });
  const { setValue } = useFormContext<ReviewPolicy>();
  return (
    <PolicyPart legend={t("documents")}>
      <FieldDescription>{t("about")}</FieldDescription>
      {field.value.length === 0 && (
        <div className="flex flex-wrap gap-2">
          {REGIMES.map((regime) => (
            <Button
              key={regime}
              variant="outline"
              size="sm"
              className={LONG_BUTTON}
              onClick={() => {
                setValue("documents", PROPOSALS[regime].documents, { shouldDirty: true });
                setValue("yearly_check", PROPOSALS[regime].yearly_check, { shouldDirty: true });
              }}
            >
              {t(`regime.${regime}`)}
            </Button>
          ))}
          <p className="w-full text-muted-foreground text-xs">{t("proposal")}</p>
        </div>
      )}
      <EditableRows
        key={field.value.length === 0 ? "none" : "some"}
        name="documents"
        most={MAX_DOCUMENT_KINDS}
        blank={BLANK}
        add={t("add")}
        row={(index, onRemove) => <Rule index={index} onRemove={onRemove} />}
      />
    </PolicyPart>
  );
}

function Rule({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslations("review-policy.dates");
  const { register } = useFormContext<ReviewPolicy>();
  const { field: per } = useController<ReviewPolicy, `documents.${number}.per`>({ name: `documents.${index}.per` });
  const { field: counts } = useController<ReviewPolicy, `documents.${number}.counts`>({
    name: `documents.${index}.counts`,
  });
  const { field: ends } = useController<ReviewPolicy, `documents.${number}.ends_standing`>({
    name: `documents.${index}.ends_standing`,
  });
  const names = { en: usePolicyError(`documents.${index}.en`), es: usePolicyError(`documents.${index}.es`) };
  const number = index + 1;
  return (
    <FieldSet className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <FieldLegend className="sr-only">{t("document", { number })}</FieldLegend>
      {(["en", "es"] as const).map((language) => (
        <TextField
          key={language}
          lang={language}
          label={t(language)}
          maxLength={LONGEST_NAME}
          error={names[language]}
          {...register(`documents.${index}.${language}`)}
        />
      ))}
      <SelectField
        label={t("per")}
        values={["file", "person"] as const}
        nameOf={(one) => t(`perOf.${one}`)}
        value={per.value}
        onChange={per.onChange}
      />
      <SelectField
        label={t("counts")}
        values={COUNTS}
        nameOf={(one) => t(`countsOf.${one}`)}
        value={counts.value}
        onChange={counts.onChange}
      />
      <Limit name={`documents.${index}.max_age_months`} label={t("maxAge")} most={MAX_MONTHS} />
      <Limit name={`documents.${index}.warn_days`} label={t("warn")} most={MAX_WARN_DAYS} />
      <FieldLabel className="font-normal text-xs sm:col-span-2">
        <Checkbox
          checked={ends.value === true}
          onCheckedChange={(checked) => ends.onChange(checked === true || undefined)}
        />
        <span>{t("endsStanding")}</span>
      </FieldLabel>
      <Origin name={`documents.${index}`}>
        <IconButton label={t("remove", { number })} onClick={onRemove} className="self-end">
          <X aria-hidden />
        </IconButton>
      </Origin>
    </FieldSet>
  );
}

type LimitName =
  | `documents.${number}.${"max_age_months" | "warn_days" | "backlog_weeks"}`
  | "yearly_check.backlog_weeks";

function Limit({ name, label, most, min = 1 }: { name: LimitName; label: string; most: number; min?: number }) {
  const { register } = useFormContext<ReviewPolicy>();
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min={min}
      max={most}
      step={1}
      label={label}
      error={usePolicyError(name, most)}
      {...register(name, optionalNumber)}
    />
  );
}

/** Where a rule is written, and how it begins. */
function Origin({ name, children }: { name: `documents.${number}` | "yearly_check"; children?: ReactNode }) {
  const t = useTranslations("review-policy.dates");
  const { register } = useFormContext<ReviewPolicy>();
  return (
    <>
      <TextField
        type="date"
        label={t("firstDay")}
        hint={t("firstDayHint")}
        {...register(`${name}.first_day`, optionalText)}
      />
      <Limit name={`${name}.backlog_weeks`} label={t("backlog")} most={MAX_BACKLOG_WEEKS} min={0} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:col-span-2 xl:col-span-4">
        <TextField label={t("source")} maxLength={LONGEST_SOURCE} {...register(`${name}.source`, optionalText)} />
        {children}
      </div>
    </>
  );
}

/** The number of files that the rules of the form would make due, counted before the rules are saved. */
export function DatesPreview() {
  const t = useTranslations("review-policy.dates");
  const { getValues } = useFormContext<ReviewPolicy>();
  const preview = useMutation({
    mutationFn: () => {
      const { documents, yearly_check } = getValues();
      return api("POST /api/settings/review/preview", { body: { documents: withKeysOf(documents), yearly_check } });
    },
  });
  const { data, isError, isPending } = preview;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        size="sm"
        className={LONG_BUTTON}
        aria-disabled={isPending}
        onClick={() => isPending || preview.mutate()}
      >
        {t("preview")}
      </Button>
      <p role="status" className="text-sm">
        {isError ? t("previewFailed") : data && t("previewed", data)}
      </p>
    </div>
  );
}

const MONTHS = 12;
const MAX_AHEAD_DAYS = 180;

/** Whether and when files in a business relationship are checked. */
export function YearlyCheckRule() {
  const t = useTranslations("review-policy.dates");
  const { field } = useController<ReviewPolicy, "yearly_check">({ name: "yearly_check" });
  const on = useWatch<ReviewPolicy, "yearly_check">({ name: "yearly_check" }) !== null;
  return (
    <PolicyPart legend={t("yearly")}>
      <FieldLabel className="font-normal">
        <Checkbox
          checked={on}
          onCheckedChange={(checked) => field.onChange(checked === true ? { months: MONTHS, ahead_days: 30 } : null)}
        />
        <span>{t("yearlyOn")}</span>
      </FieldLabel>
      {on && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <YearlyNumber name="months" most={MAX_MONTHS} />
          <YearlyNumber name="ahead_days" most={MAX_AHEAD_DAYS} min={0} />
          <Origin name="yearly_check" />
        </div>
      )}
      <FieldDescription>{t("yearlyAbout")}</FieldDescription>
    </PolicyPart>
  );
}

type YearlyProps = { name: "months" | "ahead_days"; most: number } & Pick<ComponentProps<"input">, "min">;

function YearlyNumber({ name, most, min = 1 }: YearlyProps) {
  const t = useTranslations("review-policy.dates");
  const { register } = useFormContext<ReviewPolicy>();
  const wrong = usePolicyError(`yearly_check.${name}`, most);
  return (
    <div className="sm:col-span-2">
      <CountField
        label={t(name)}
        min={min}
        max={most}
        error={wrong}
        {...register(`yearly_check.${name}`, { valueAsNumber: true })}
      />
    </div>
  );
}
