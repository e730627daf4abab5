"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import type { VerificationList } from "#lib/contract/verification.ts";
import { OUTDATED } from "./layout.ts";
import { useSpeaking } from "./use-speaking.ts";

type Props = {
  total: VerificationList["total"] | undefined;
  /** Which list it is that of. */
  list: string;
  /** It is that of the filter before. */
  outdated: boolean;
};

/** How many there are in all, read out when another list is asked for, not with every event. */
export function ListTotal({ total, list, outdated }: Props) {
  const t = useTranslations("verifications.total");
  const live = useSpeaking(list);
  return (
    <p
      role="status"
      aria-live={live}
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
