"use client";

import { useTranslations } from "next-intl";
import { ListTotal, type OfList } from "#components/list/list-total.tsx";
import type { VerificationTotal } from "#lib/contract/verifications/verification.ts";

/** How many there are in all, as far as that is known. */
export function VerificationsTotal({ total, ...list }: OfList & { total: VerificationTotal | undefined }) {
  const t = useTranslations("verifications.total");
  return (
    <ListTotal {...list} className="mx-2 whitespace-nowrap">
      {total === undefined ? null : words(total)}
    </ListTotal>
  );

  function words(total: VerificationTotal): string {
    if (typeof total === "number") return t("exact", { count: total });
    return t("atLeast", { count: total.at_least });
  }
}
