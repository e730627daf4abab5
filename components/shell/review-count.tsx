"use client";

import { useQuery } from "@tanstack/react-query";
import { ClockAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Hint } from "#components/page/hint.tsx";
import { reviewLanesOptions } from "#lib/browser/review-lanes.ts";
import { leastOf } from "#lib/contract/pages.ts";
import { cn } from "@/components/ui/cn";

/** How many reviews wait for the user, counted once the page can be used; no page is drawn later for it. */
export function ReviewCount({ inRail = false }: { inRail?: boolean }) {
  const [usable, setUsable] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setUsable(true));
    return () => clearTimeout(soon);
  }, []);
  return usable && <Count inRail={inRail} />;
}

/** The user's and the unassigned reviews, with a mark for overdue ones. */
function Count({ inRail }: { inRail: boolean }) {
  const t = useTranslations("shell.reviews");
  const format = useFormatter();
  const { data } = useQuery(reviewLanesOptions());
  if (!data) return null;
  const lanes = [data.mine, data.unassigned];
  const count = lanes.reduce((sum, lane) => sum + leastOf(lane.count), 0);
  if (count === 0) return null;
  const overdue = lanes.reduce((sum, lane) => sum + leastOf(lane.overdue), 0);
  const more = lanes.some((lane) => typeof lane.count !== "number");
  const shown = format.number(count);
  const words = [
    t(more ? "more" : "toDo", { count: shown }),
    ...(overdue > 0 ? [t("overdue", { count: overdue })] : []),
  ];
  return (
    <Hint text={words.join(", ")} side="right">
      <span
        className={cn(
          "ml-auto flex items-center gap-1 text-xs tabular-nums",
          inRail &&
            "max-nav:absolute max-nav:-top-1 max-nav:-right-1 max-nav:rounded-full max-nav:border max-nav:border-border max-nav:bg-card max-nav:px-1 max-nav:text-[0.625rem]",
        )}
      >
        {overdue > 0 && <ClockAlert aria-hidden className={cn("size-3 text-failed", inRail && "max-nav:hidden")} />}
        <span aria-hidden>{more ? `${shown}+` : shown}</span>
        <span className="sr-only"> {words.join(", ")}</span>
      </span>
    </Hint>
  );
}
