"use client";

import { useTranslations } from "next-intl";
import { OUTDATED } from "#components/list/layout.ts";
import { useSpeaking } from "#components/list/use-speaking.ts";
import { cn } from "#components/ui/cn.ts";
import type { PeopleList } from "#lib/contract/people-search.ts";

type Props = {
  total: PeopleList["total"] | undefined;
  /** Which list it is that of. */
  list: string;
  /** It is that of the search before. */
  outdated: boolean;
};

/** How many there are in all, read out when somebody else is looked for, not with every event. */
export function PeopleTotal({ total, list, outdated }: Props) {
  const t = useTranslations("people.total");
  const live = useSpeaking(list);
  return (
    <p
      role="status"
      aria-live={live}
      className={cn("ml-auto text-[0.8125rem] text-muted-foreground tabular-nums", outdated && OUTDATED)}
    >
      {total !== undefined &&
        (typeof total === "number" ? t("exact", { count: total }) : t("atLeast", { count: total.at_least }))}
    </p>
  );
}
