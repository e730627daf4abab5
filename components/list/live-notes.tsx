"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Announced } from "#components/page/announced.tsx";
import { Hint } from "#components/page/hint.tsx";
import type { Counted } from "#lib/contract/pages.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { LiveList } from "./use-live-rows.ts";

/** The lists of the dashboard by the namespaces of their words. */
export type ListName = "verifications" | "deliveries" | "people" | "audit";

type TotalProps = {
  of: Exclude<ListName, "audit">;
  list: Pick<LiveList<unknown, Counted>, "total" | "list" | "outdated">;
  className?: string;
};

/** How many there are in all, as far as that is known; read out when another list is requested, not with every event. */
export function ListTotal({ of, list: { total, list, outdated }, className = "ml-auto" }: TotalProps) {
  const t = useTranslations(`${of}.page.total`);
  const live = useSpeaking(list);
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
 * The number of rows waiting to be added, removed or moved, until the reader leaves the list or requests them. Shown at
 * the window's lower edge, so that it moves nothing and covers neither titles nor the first rows. Must be inside the
 * list's zone (`useHold`): focus on it does not count as leaving.
 */
export function WaitingRows({ list: { updated, added, showWaiting } }: WaitingProps) {
  const t = useTranslations("list.waiting");
  // Read out for the first waiting row, not for each further one.
  const live = useSpeaking(updated > 0);
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
            {t(updated === added ? "added" : "updated", { count: updated })}
          </Button>
        </Hint>
      )}
    </Announced>
  );
}

/** Long enough for an answer to arrive and to be read out. */
const SPEAKING_MS = 5_000;

/**
 * The `aria-live` of a region that is spoken when its subject changes and silent otherwise: a number that follows the
 * updates would keep a screen reader talking.
 */
export function useSpeaking(subject: unknown): "polite" | "off" {
  const [known, setKnown] = useState({ subject, speaking: false });
  // Set while rendering: the region must be polite before its text changes.
  if (subject !== known.subject) setKnown({ subject, speaking: true });
  // Another subject restarts the timer.
  useEffect(() => {
    if (!known.speaking) return;
    const timer = setTimeout(() => setKnown({ ...known, speaking: false }), SPEAKING_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known.speaking ? "polite" : "off";
}
