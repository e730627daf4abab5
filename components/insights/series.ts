"use client";

import { useDayRange } from "#components/page/time.tsx";
import type { Insights } from "#lib/contract/insights/insights.ts";
import { dayAfter } from "#lib/contract/time.ts";
import { useShortDay } from "./shown-values.ts";

/** The points of an answer's series: the days of each, and their words. */
export function usePoints({ series, period }: Pick<Insights, "series" | "period">) {
  const range = useDayRange();
  const short = useShortDay();
  return series.map(({ from }, index) => {
    const next = series[index + 1]?.from;
    const to = next === undefined ? period.to : dayAfter(next, -1);
    return { from, to, name: range(from, to), short: short(from, period.group) };
  });
}
