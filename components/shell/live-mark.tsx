"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatDuration, useClock } from "#components/page/time.tsx";
import { cn } from "#components/ui/cn.ts";
import { statusOptions } from "#lib/browser/status.ts";
import { liveMarkState } from "./live-mark-state.ts";
import { useLiveState } from "./live-provider.tsx";

const TONE = {
  live: "bg-done",
  connecting: "bg-muted-foreground",
  reconnecting: "bg-medium",
  quiet: "bg-muted-foreground",
  deaf: "bg-failed",
} as const;

/** Whether what is shown moves by itself, in a word, never by colour alone. */
export function LiveMark() {
  const t = useTranslations("shell.live");
  const format = useFormatter();
  const locale = useLocale();
  const now = useClock();
  const { data: status } = useQuery(statusOptions());
  const state = liveMarkState(useLiveState(), status, now);
  const last = status?.last_event_at ? Date.parse(status.last_event_at) : null;
  const since = last === null ? "" : format.relativeTime(Math.min(last, now.getTime()), { now, style: "narrow" });
  return (
    <span
      role="status"
      title={last === null ? t("noEvent") : t("lastEvent", { since })}
      className="inline-flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs sm:px-1"
    >
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", TONE[state])} />
      <span className="truncate">
        {t(state, { duration: last === null ? "" : formatDuration(now.getTime() - last, locale) })}
      </span>
    </span>
  );
}
