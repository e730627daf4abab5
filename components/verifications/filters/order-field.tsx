"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { VERIFICATION_SORTS, type VerificationSort } from "#lib/contract/verifications/verification-filter.ts";

type Props = { sort: VerificationSort; onChange: (sort: VerificationSort) => void };

/** The list's order, for cards, which have no headers to press. */
export function OrderField({ sort, onChange }: Props) {
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
