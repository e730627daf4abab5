"use client";

import { useTranslations } from "next-intl";
import { OUTDATED } from "#components/list/layout.ts";
import { useSpeaking } from "#components/list/use-speaking.ts";
import { cn } from "#components/ui/cn.ts";
import type { VerificationTotal } from "#lib/contract/verification.ts";

type Props = {
  total: VerificationTotal | undefined;
  /** Which list it is that of. */
  list: string;
  /** It is that of the filter before. */
  outdated: boolean;
};

/** How many there are in all, as far as that is known, read out when another list is asked for, not with every event. */
export function ListTotal({ total, list, outdated }: Props) {
  const t = useTranslations("verifications.total");
  const live = useSpeaking(list);
  return (
    <p
      role="status"
      aria-live={live}
      className={cn("mx-2 whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums", outdated && OUTDATED)}
    >
      {total === undefined ? null : words(total)}
    </p>
  );

  function words(total: VerificationTotal): string {
    if (typeof total === "number") return t("exact", { count: total });
    return total.about === undefined ? t("atLeast", { count: total.at_least }) : t("about", { count: total.about });
  }
}
