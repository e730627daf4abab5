import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Hint } from "#components/kit/hint.tsx";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { LiveList } from "./use-live-rows.ts";

/** The lists of the dashboard by the namespaces of their messages. */
export type ListName = "verifications" | "deliveries" | "people" | "audit";

type TotalProps = {
  of: Exclude<ListName, "audit">;
  list: Pick<LiveList<unknown, ListCount>, "total" | "list" | "outdated">;
  className?: string;
};

/** The total number of rows, exact or at least. Announced when another list is requested, not on live updates. */
export function ListTotal({ of, list: { total, list, outdated }, className = "ml-auto" }: TotalProps) {
  const t = useTranslations(`${of}.page.total`);
  const live = useAnnouncedChanges(list);
  return (
    <p
      role="status"
      aria-live={live}
      className={cn(
        "text-[0.8125rem] text-muted-foreground tabular-nums",
        className,
        outdated && "invisible transition-[visibility] delay-100",
      )}
    >
      {total !== undefined &&
        (typeof total === "number" ? t("exact", { count: total }) : t("atLeast", { count: total.at_least }))}
    </p>
  );
}

type WaitingProps = { list: Pick<LiveList<unknown, unknown>, "updated" | "added" | "showWaiting"> };

/**
 * The number of rows that wait to be added, removed or moved, until the reader leaves the list or presses the button.
 * At the lower edge of the window: it moves no row, and covers neither titles nor the first rows. Its parent must be
 * the list's zone (`useHold`): focus on the button must not count as leaving.
 */
export function WaitingRows({ list: { updated, added, showWaiting } }: WaitingProps) {
  const t = useTranslations("list.waiting");
  // Announced for the first waiting row only.
  const live = useAnnouncedChanges(updated > 0);
  return (
    <Announced aria-live={live} className="sticky bottom-9 z-15 flex h-0 justify-center">
      {updated > 0 && (
        <Hint text={t("hint")}>
          <Button
            variant="outline"
            size="xs"
            onClick={(event) => showWaiting(event.detail === 0)}
            className="h-7 rounded-full border-primary/40 bg-accent px-2.5 tabular-nums shadow-black/15 shadow-md hover:bg-accent"
          >
            <ArrowUp aria-hidden className="size-3.5" />
            <span>{t(updated === added ? "added" : "updated", { count: updated })}</span>
          </Button>
        </Hint>
      )}
    </Announced>
  );
}

/** Time for an answer to arrive and to be announced. */
const ANNOUNCED_MS = 5_000;

/**
 * `aria-live` of a region that is announced only when its subject changes: a number that follows live updates would be
 * announced all the time.
 */
export function useAnnouncedChanges(subject: unknown): "polite" | "off" {
  const [known, setKnown] = useState({ subject, announced: false });
  // Set while rendering: the region must be polite before its text changes.
  if (subject !== known.subject) setKnown({ subject, announced: true });
  // Another subject restarts the timer.
  useEffect(() => {
    if (!known.announced) return;
    const timer = setTimeout(() => setKnown({ ...known, announced: false }), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known.announced ? "polite" : "off";
}
