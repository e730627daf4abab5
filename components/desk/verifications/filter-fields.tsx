import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Form } from "#components/kit/form.tsx";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldLabel, FieldLegend } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

const LABEL = "text-muted-foreground text-xs";

const ANY_TIME = "any";

type DaysProps = {
  of: "quiet_days" | "documents_status_days";
  choices: readonly number[];
  filter: VerificationFilter;
  change: (part: Partial<VerificationFilter>) => void;
};

/** Number of days without a change of the file or of its document status. A number from the address is listed too. */
export function Days({ of, choices, filter, change }: DaysProps) {
  const t = useTranslations("verifications.filters");
  const days = filter[of];
  const all = days === null || choices.includes(days) ? choices : [...choices, days];
  return (
    <RadioGroup
      value={String(days ?? ANY_TIME)}
      onValueChange={(value) => change({ [of]: value === ANY_TIME ? null : Number(value) })}
      className="block px-2 py-1"
    >
      <FieldLegend className={cn("float-left mb-0 w-full pb-1", LABEL)}>{t(`names.${of}`)}</FieldLegend>
      <div className="clear-both flex flex-wrap gap-1">
        {[null, ...all].map((choice) => (
          <FieldLabel
            key={choice}
            className="relative rounded-md border border-border px-2 py-1 font-normal text-[0.8125rem] has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring hover:bg-muted has-checked:hover:bg-accent"
          >
            <RadioGroupItem
              value={String(choice ?? ANY_TIME)}
              className="absolute inset-0 size-auto appearance-none rounded-md outline-none"
            />
            <span>{choice === null ? t("anyTime") : t("days", { count: choice })}</span>
          </FieldLabel>
        ))}
      </div>
    </RadioGroup>
  );
}

type TagFieldProps = { tag: string | null; onChange: (tag: string | null) => void };

/** A whole tag. Texts that look like a CURP or a part of one are not applied, since the filter is in the address. */
export function TagField({ tag, onChange }: TagFieldProps) {
  const t = useTranslations("verifications.filters");
  const id = useId();
  const [text, setText] = useState(tag ?? "");
  const personal = holdsPartOfCurp(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!personal) onChange(text.trim() || null);
  };
  return (
    <Form onSubmit={submit} className="px-2 py-1">
      <FieldLabel htmlFor={id} className={cn("pb-1", LABEL)}>
        {t("wholeTag")}
      </FieldLabel>
      <div className="flex gap-1.5">
        <Input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={personal || undefined}
          aria-describedby={personal ? `${id}-note` : undefined}
          className="h-8 text-[0.8125rem]"
        />
        <Button type="submit" variant="outline" size="sm">
          {t("apply")}
        </Button>
      </div>
      {personal && (
        <p id={`${id}-note`} role="status" className="pt-1 text-xs">
          {t("personalTag")}
        </p>
      )}
    </Form>
  );
}
