"use client";

import { useTranslations } from "next-intl";
import { DayRange } from "#components/list/day-range.tsx";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

type Range = Pick<VerificationFilter, "created_from" | "created_to">;

type Props = { range: Range; onChange: (range: Partial<Range>) => void; legendShown?: boolean };

/** Days of creation. */
export function CreatedRange({ range, onChange, legendShown = false }: Props) {
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
