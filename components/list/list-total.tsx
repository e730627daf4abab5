"use client";

import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { OUTDATED } from "./layout.ts";
import { useSpeaking } from "./use-speaking.ts";

export type OfList = {
  /** Which list it is that of. */
  list: string;
  /** It is that of the filter before. */
  outdated: boolean;
};

type Props = OfList & { className: string; children: ReactNode };

/** How many there are in all, read out when another list is asked for, not with every event. */
export function ListTotal({ list, outdated, className, children }: Props) {
  const live = useSpeaking(list);
  return (
    <p
      role="status"
      aria-live={live}
      className={cn("text-[0.8125rem] text-muted-foreground tabular-nums", className, outdated && OUTDATED)}
    >
      {children}
    </p>
  );
}
