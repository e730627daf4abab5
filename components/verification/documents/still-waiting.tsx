"use client";

import { Hourglass } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "#components/time/duration.ts";
import { ExactInstant } from "#components/time/instant.tsx";

/** How long the file has been waiting where it stands. It ticks, so it is no live region: it would be read out each time. */
export function StillWaiting({ sinceMs, nowMs }: { sinceMs: number; nowMs: number }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  return (
    <p className="mb-4 flex items-center gap-2 text-sm">
      <Hourglass aria-hidden className="size-4 shrink-0 text-waiting" />
      <span>
        {t.rich("waiting", {
          duration: formatDuration(nowMs - sinceMs, locale),
          strong: (chunks) => <strong className="font-medium tabular-nums">{chunks}</strong>,
          at: () => <ExactInstant at={new Date(sinceMs).toISOString()} />,
        })}
      </span>
    </p>
  );
}
