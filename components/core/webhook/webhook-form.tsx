import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useController } from "react-hook-form";
import { Remark } from "#components/kit/remark.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { CATALOGUE_NAMES, unknownNames } from "#lib/core/contract/events/event-catalogue.ts";
import { addressProblemsOf } from "#lib/core/contract/webhooks/webhook-problems.ts";
import { FieldError, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { EventPicker } from "./event-picker.tsx";
import type { Draft, DraftForm } from "./webhook-draft.ts";

type Props = {
  form: DraftForm;
  /** The service runs on this machine, where it delivers to plain http. */
  local: boolean;
  onValid: (draft: Draft) => void;
  children: ReactNode;
};

export function WebhookForm({ form, local, onValid, children }: Props) {
  const t = useTranslations("webhooks.form");
  const { control } = form;
  const url = useController({ control, name: "url" });
  const description = useController({ control, name: "description" });
  const address = url.field.value.trim();
  const warnings = URL.canParse(address) ? addressProblemsOf(address, local) : [];
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(onValid)} className="space-y-5">
      <div className="space-y-1.5">
        <TextField
          label={t("url")}
          hint={t(local ? "urlHintLocal" : "urlHint")}
          error={url.fieldState.invalid ? t("urlWrong") : undefined}
          {...url.field}
          type="url"
          inputMode="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
        />
        <div role="status" className="empty:hidden">
          {warnings.map((warning) => (
            <Remark key={warning} mark="warning" className="text-medium text-xs">
              {t(`warning.${warning}`)}
            </Remark>
          ))}
        </div>
      </div>
      <TextField
        label={t("description")}
        hint={t("descriptionHint")}
        {...description.field}
        maxLength={2000}
        autoComplete="off"
      />
      <EventsField form={form} />
      {children}
    </form>
  );
}

/** All current events, or some of them. `all` does not include later events, since the service has no wildcard. */
function EventsField({ form: { control } }: Pick<Props, "form">) {
  const t = useTranslations("webhooks.form.events");
  const id = useId();
  // Both fields determine whether events are missing.
  const { field: mode } = useController({ control, name: "mode", rules: { deps: ["picked"] } });
  const { field: picked, fieldState } = useController({ control, name: "picked" });
  return (
    <FieldSet aria-describedby={fieldState.invalid ? `${id}-missing` : undefined} className="gap-3">
      <FieldLegend id={`${id}-title`} className="mb-3">
        {t("title")}
      </FieldLegend>
      <RadioGroup
        aria-labelledby={`${id}-title`}
        value={mode.value}
        onValueChange={mode.onChange}
        className="gap-2 sm:grid-cols-2"
      >
        {(["all", "some"] as const).map((choice) => (
          <FieldLabel
            key={choice}
            className="w-auto cursor-pointer items-start gap-2.5 rounded-lg border border-border p-3 font-normal has-checked:border-primary has-checked:bg-accent/50"
          >
            <RadioGroupItem
              // Events can be missing only with `some`, so the error focuses that choice.
              ref={choice === "some" ? picked.ref : undefined}
              value={choice}
              aria-describedby={`${id}-${choice}`}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm">
                {t(`${choice}.title`, { count: CATALOGUE_NAMES.length })}
              </span>
              <span id={`${id}-${choice}`} className="block text-muted-foreground text-xs">
                {t(`${choice}.about`)}
              </span>
            </span>
          </FieldLabel>
        ))}
      </RadioGroup>
      <FieldError id={`${id}-missing`}>{fieldState.invalid && t("missing")}</FieldError>
      <EventPicker
        picked={mode.value === "all" ? [...CATALOGUE_NAMES, ...unknownNames(picked.value)] : picked.value}
        onPicked={(names) => {
          picked.onChange(names);
          // Unticking an event changes the choice to `some`.
          mode.onChange("some");
        }}
      />
    </FieldSet>
  );
}
