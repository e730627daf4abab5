"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import type { VerificationList } from "#lib/contract/verification.ts";
import { OUTDATED } from "./layout.ts";

type Props = {
  total: VerificationList["total"] | undefined;
  /** It is that of the filter before. */
  outdated: boolean;
};

/** How many there are in all, said aloud when it changes. */
export function ListTotal({ total, outdated }: Props) {
  const t = useTranslations("verifications.total");
  return (
    <p
      role="status"
      className={cn("mx-2 whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums", outdated && OUTDATED)}
    >
      {total === undefined
        ? null
        : typeof total === "number"
          ? t("exact", { count: total })
          : t("atLeast", { count: total.at_least })}
    </p>
  );
}
