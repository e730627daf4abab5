"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { DayRange } from "#components/list/day-range.tsx";
import { Form } from "#components/page/form.tsx";
import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";
import {
  VERIFICATION_SORTS,
  type VerificationFilter,
  type VerificationSort,
} from "#lib/contract/verifications/verification-filter.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, FieldLabel, FieldLegend } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { ChangedSince } from "./changed-since.tsx";
import { AccountChoices, ItemChoices, LabelChoices, LookupChoices } from "./filter-choices.tsx";
import { useFilterOptions } from "./filter-words.ts";

type MoreFiltersProps = { filter: VerificationFilter; onChange: (change: Partial<VerificationFilter>) => void };

/** The filters without a button of their own; there are more on narrow screens. */
export function MoreFilters({ filter, onChange }: MoreFiltersProps) {
  const options = useFilterOptions();
  return (
    <div className="space-y-2 divide-y divide-border [&>*]:pb-2 [&>*:last-child]:pb-0">
      <div className="@[78rem]:hidden">
        <OrderField sort={filter.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      <ChangedSince since={filter.changed_since} onChange={(changed_since) => onChange({ changed_since })} />
      <Days of="quiet_days" days={filter.quiet_days} onChange={(quiet_days) => onChange({ quiet_days })} />
      <Days
        of="documents_status_days"
        days={filter.documents_status_days}
        onChange={(documents_status_days) => onChange({ documents_status_days })}
      />
      <div className="@[66rem]:hidden">
        <CreatedRange range={filter} onChange={onChange} legendShown />
      </div>
      <LabelChoices chosen={filter.label} onChange={(label) => onChange({ label })} />
      <AccountChoices chosen={filter.account} onChange={(account) => onChange({ account })} />
      <TagField tag={filter.tag} onChange={(tag) => onChange({ tag })} />
      <LookupChoices chosen={filter.lookup} onChange={(lookup) => onChange({ lookup })} />
      <ItemChoices chosen={filter} options={options} onChange={onChange} />
    </div>
  );
}

const LABEL = "text-muted-foreground text-xs";

type OrderFieldProps = { sort: VerificationSort; onChange: (sort: VerificationSort) => void };

/** The list's order, for cards, which have no headers to press, and for tables that have no room for the day of creation. */
function OrderField({ sort, onChange }: OrderFieldProps) {
  const t = useTranslations("verifications.filters");
  const id = useId();
  return (
    <Field className="gap-1 px-2 py-1">
      <FieldLabel htmlFor={id} className={LABEL}>
        {t("names.sort")}
      </FieldLabel>
      <NativeSelect
        id={id}
        size="sm"
        value={sort}
        onChange={(event) => onChange(VERIFICATION_SORTS.find((known) => known === event.target.value) ?? sort)}
        className="w-full"
      >
        {VERIFICATION_SORTS.map((known) => (
          <NativeSelectOption key={known} value={known}>
            {t(`sorts.${known}`)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </Field>
  );
}

const ANY_TIME = "any";

const CHOICES = { quiet_days: [7, 14, 30], documents_status_days: [3, 7, 14] };

type DaysProps = { of: keyof typeof CHOICES; days: number | null; onChange: (days: number | null) => void };

/**
 * For how long nothing has changed: in the file, or in its document status. A number that only the address knows is a choice
 * too.
 */
function Days({ of, days, onChange }: DaysProps) {
  const t = useTranslations("verifications.filters");
  const choices = days === null || CHOICES[of].includes(days) ? CHOICES[of] : [...CHOICES[of], days];
  return (
    <RadioGroup
      value={String(days ?? ANY_TIME)}
      onValueChange={(value) => onChange(value === ANY_TIME ? null : Number(value))}
      className="block px-2 py-1"
    >
      <FieldLegend className={cn("float-left mb-0 w-full pb-1", LABEL)}>{t(`names.${of}`)}</FieldLegend>
      <div className="clear-both flex flex-wrap gap-1">
        {[null, ...choices].map((choice) => (
          <FieldLabel
            key={choice}
            className="relative rounded-md border border-border px-2 py-1 font-normal text-[0.8125rem] has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring hover:bg-muted has-checked:hover:bg-accent"
          >
            <RadioGroupItem
              value={String(choice ?? ANY_TIME)}
              className="absolute inset-0 size-auto appearance-none rounded-md outline-none"
            />
            {choice === null ? t("anyTime") : t("days", { count: choice })}
          </FieldLabel>
        ))}
      </div>
    </RadioGroup>
  );
}

type TagFieldProps = { tag: string | null; onChange: (tag: string | null) => void };

/** One tag, whole. What looks like a CURP or a part of one gets into no address from here either. */
function TagField({ tag, onChange }: TagFieldProps) {
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

type CreatedRangeOfFilter = Pick<VerificationFilter, "created_from" | "created_to">;

type CreatedRangeProps = {
  range: CreatedRangeOfFilter;
  onChange: (range: Partial<CreatedRangeOfFilter>) => void;
  legendShown?: boolean;
};

/** Days of creation. */
export function CreatedRange({ range, onChange, legendShown = false }: CreatedRangeProps) {
  const t = useTranslations("verifications.filters");
  return (
    <DayRange
      legend={t("created")}
      legendShown={legendShown}
      from={range.created_from}
      until={range.created_to}
      onFrom={(created_from) => onChange({ created_from })}
      onUntil={(created_to) => onChange({ created_to })}
    />
  );
}
