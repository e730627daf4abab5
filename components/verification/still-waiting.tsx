"use client";

import { Hourglass } from "lucide-react";
import { useLocale, useNow, useTranslations } from "next-intl";
import { formatDuration } from "#components/time/duration.ts";
import { ExactInstant } from "#components/time/instant.tsx";

const MINUTE_MS = 60_000;

/** How long the file has been waiting where it stands. It ticks, so it is no live region: it would be read out each time. */
export function StillWaiting({ sinceMs }: { sinceMs: number }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const start = useNow();
  const young = start.getTime() - sinceMs < 2 * MINUTE_MS;
  const now = useNow({ updateInterval: young ? 1_000 : 15_000 });
  return (
    <p className="mb-4 flex items-center gap-2 text-sm">
      <Hourglass aria-hidden className="size-4 shrink-0 text-waiting" />
      <span>
        {t.rich("waiting", {
          duration: formatDuration(now.getTime() - sinceMs, locale),
          strong: (chunks) => <strong className="font-medium tabular-nums">{chunks}</strong>,
          at: () => <ExactInstant at={new Date(sinceMs).toISOString()} />,
        })}
      </span>
    </p>
  );
}
