"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { useWords } from "#components/page/service-words.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { Count } from "./count.tsx";
import { countsOf, type FilterOptions, valuesOf } from "./use-filter-options.ts";

type Errors = Pick<VerificationFilter, "has_item_error" | "item_error">;

type Props = { errors: Errors; options: FilterOptions; onChange: (errors: Partial<Errors>) => void };

/** Any item in error, or one with certain codes: those that occur, each with what it means. */
export function ItemErrors({ errors, options, onChange }: Props) {
  const t = useTranslations("verifications.filters");
  const meaning = useWords("itemError");
  const counts = countsOf(options, "item_error");
  return (
    <div>
      <label className="flex min-h-8 items-center gap-2 rounded px-2 py-1 text-sm has-focus-visible:bg-accent hover:bg-accent">
        <input
          type="checkbox"
          checked={errors.has_item_error}
          onChange={(event) => onChange({ has_item_error: event.target.checked })}
          className="size-4 shrink-0 accent-primary"
        />
        {t("anyItemError")}
      </label>
      <ChoiceList
        legend={t("names.item_error")}
        legendShown
        values={valuesOf(options, "item_error")}
        chosen={errors.item_error}
        onChange={(item_error) => onChange({ item_error })}
        nameOf={(code) => meaning(code) ?? code}
        aside={(code) => <Count count={counts(code)} />}
        empty={t(options.state)}
      >
        {(code) => (
          <>
            <span className="wrap-anywhere block font-mono text-xs">{code}</span>
            <span className="block text-muted-foreground text-xs">{meaning(code)}</span>
          </>
        )}
      </ChoiceList>
    </div>
  );
}
