"use client";

import { useFormatter, useLocale } from "next-intl";
import { formatDuration, useDayFormat } from "#components/page/time.tsx";
import type { Group } from "#lib/contract/insights/insights.ts";

/** A length of time in its two greatest units. */
export function useSeconds(): (seconds: number) => string {
  const locale = useLocale();
  return (seconds) => formatDuration(seconds * 1000, locale);
}

const SHORT = { day: "numeric", month: "short" } as const;
const MONTH = { month: "short", year: "2-digit" } as const;

/** The beginning of a part of a series, for an axis. */
export function useShortDay(): (day: string, group: Group) => string {
  const day = useDayFormat();
  return (from, group) => day(from, group === "month" ? MONTH : SHORT);
}

/** A share in percent. */
export function usePercent(): (share: number) => string {
  const format = useFormatter();
  return (share) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
}
