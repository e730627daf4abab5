"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { FilterOption } from "#lib/contract/verifications/verification.ts";

/** How many verifications have a value, where that is known. */
export function Count({ count }: { count: FilterOption["count"] | undefined }) {
  const t = useTranslations("verifications.total");
  const format = useFormatter();
  if (count === undefined) return null;
  const exact = typeof count === "number";
  return (
    <span className="ml-auto pl-2 text-muted-foreground text-xs tabular-nums">
      <span aria-hidden>{exact ? format.number(count) : `${format.number(count.at_least)}+`}</span>
      <span className="sr-only">{exact ? t("exact", { count }) : t("atLeast", { count: count.at_least })}</span>
    </span>
  );
}
