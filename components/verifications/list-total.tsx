"use client";

import { useTranslations } from "next-intl";
import type { VerificationList } from "#lib/contract/verification.ts";

/** How many there are in all, said aloud when it changes. */
export function ListTotal({ total }: { total: VerificationList["total"] | undefined }) {
  const t = useTranslations("verifications.total");
  return (
    <p role="status" className="whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums">
      {total === undefined
        ? null
        : typeof total === "number"
          ? t("exact", { count: total })
          : t("atLeast", { count: total.at_least })}
    </p>
  );
}
