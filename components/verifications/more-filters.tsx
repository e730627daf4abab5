"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { DayRange } from "#components/list/day-range.tsx";
import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";
import {
  VERIFICATION_SORTS,
  type VerificationFilter,
  type VerificationSort,
} from "#lib/contract/verifications/verification-filter.ts";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { AccountChoices, ItemChoices, LabelChoices, LookupChoices } from "./filter-choices.tsx";
import { useFilterOptions } from "./filter-words.ts";

type MoreFiltersProps = { filter: VerificationFilter; onChange: (change: Partial<VerificationFilter>) => void };

/** What has no button of its own; on narrow screens that is more. */
export function MoreFilters({ filter, onChange }: MoreFiltersProps) {
  const options = useFilterOptions();
  return (
    <div className="space-y-2 divide-y divide-border [&>*]:pb-2 [&>*:last-child]:pb-0">
      <div className="@[78rem]:hidden">
        <OrderField sort={filter.sort} onChange={(sort) => onChange({ sort })} />
      </div>
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

type OrderFieldProps = { sort: VerificationSort; onChange: (sort: VerificationSort) => void };

/** The list's order, for cards, which have no headers to press, and for tables that have no room for the day of creation. */
function OrderField({ sort, onChange }: OrderFieldProps) {
  const t = useTranslations("verifications.filters");
  const id = useId();
  return (
    <div className="px-2 py-1">
      <label htmlFor={id} className="block pb-1 font-medium text-muted-foreground text-xs">
        {t("names.sort")}
      </label>
      <select
        id={id}
        value={sort}
        onChange={(event) => onChange(VERIFICATION_SORTS.find((known) => known === event.target.value) ?? sort)}
        className="h-8 w-full rounded-md border border-input bg-card px-2 text-[0.8125rem]"
      >
        {VERIFICATION_SORTS.map((known) => (
          <option key={known} value={known}>
            {t(`sorts.${known}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

const CHOICES = { quiet_days: [7, 14, 30], documents_status_days: [3, 7, 14] };

type DaysProps = { of: keyof typeof CHOICES; days: number | null; onChange: (days: number | null) => void };

/** For how long nothing has changed: in the file, or in its document status. A number that only the address knows is a choice too. */
function Days({ of, days, onChange }: DaysProps) {
  const t = useTranslations("verifications.filters");
  const group = useId();
  const choices = days === null || CHOICES[of].includes(days) ? CHOICES[of] : [...CHOICES[of], days];
  return (
    <fieldset className="min-w-0 px-2 py-1">
      <legend className="float-left w-full pb-1 font-medium text-muted-foreground text-xs">{t(`names.${of}`)}</legend>
      <div className="clear-both flex flex-wrap gap-1">
        {[null, ...choices].map((choice) => (
          <label
            key={choice}
            className="relative rounded-md border border-border px-2 py-1 text-[0.8125rem] has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring hover:bg-muted has-checked:hover:bg-accent"
          >
            <input
              type="radio"
              name={group}
              checked={days === choice}
              onChange={() => onChange(choice)}
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            {choice === null ? t("anyTime") : t("days", { count: choice })}
          </label>
        ))}
      </div>
    </fieldset>
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
    <form method="post" onSubmit={submit} className="px-2 py-1">
      <label htmlFor={id} className="block pb-1 font-medium text-muted-foreground text-xs">
        {t("wholeTag")}
      </label>
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
    </form>
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
