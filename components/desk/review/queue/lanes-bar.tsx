import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import { TimeIcon } from "#components/desk/review/review-marks.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { useShownCount } from "#components/kit/words.tsx";
import { reviewLanesOptions } from "#lib/desk/browser/review-lanes.ts";
import { DESK, LANES, type Lane } from "#lib/desk/contract/review/lanes.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { cn } from "@/components/ui/cn";

type Props = { lane: Lane; onLane: (lane: Lane) => void };

export function LanesBar({ lane: here, onLane }: Props) {
  const t = useTranslations("review-queue.lanes");
  const { data } = useQuery(reviewLanesOptions());
  const bar = useRef<HTMLElement>(null);
  // If not all lanes fit, scrolls to the open lane, with a part of its neighbours in view.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[data-lane="${here}"]`);
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - bar.current.clientWidth) / 2;
  }, [here]);
  return (
    <nav
      ref={bar}
      aria-label={t("label")}
      className="relative min-w-0 overflow-x-auto border-border max-sm:w-full max-sm:border-b sm:-mb-px"
    >
      <ul className="flex gap-1">
        {LANES.filter((lane) => lane !== "dates" || here === lane || data?.dated).map((lane) => (
          <li key={lane}>
            <a
              href={`/review?${DESK.write({ lane, file: null })}`}
              data-lane={lane}
              aria-current={here === lane ? "page" : undefined}
              onClick={(event) => {
                if (isModifiedClick(event)) return;
                event.preventDefault();
                onLane(lane);
              }}
              className={cn(
                "flex items-center gap-1.5 whitespace-nowrap border-b-2 px-2.5 py-2.5 text-[0.8125rem] hover:text-foreground focus-visible:-outline-offset-2",
                here === lane
                  ? "border-primary font-medium text-foreground"
                  : "border-transparent text-muted-foreground",
              )}
            >
              <span>{t(lane)}</span>
              {data && <Counts {...data[lane]} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Counts({ count, overdue }: { count: ListCount; overdue: ListCount }) {
  const t = useTranslations("review-queue.lanes");
  const shown = useShownCount();
  return (
    <>
      <span className="tabular-nums">{shown(count)}</span>
      {overdue !== 0 && (
        <Hint text={t("overdue", { count: shown(overdue) })}>
          <span className="flex items-center gap-0.5 text-failed">
            <TimeIcon of="overdue" className="size-3" />
            <span aria-hidden className="tabular-nums">
              {shown(overdue)}
            </span>
            <span className="sr-only">{t("overdue", { count: shown(overdue) })}</span>
          </span>
        </Hint>
      )}
    </>
  );
}
