import { dayAfter } from "#lib/contract/time.ts";

/** Named periods; days are `YYYY-MM-DD`, both included. */
export const PRESETS = ["last7", "last30", "last90", "month", "lastMonth", "quarter", "year"] as const;
export type Preset = (typeof PRESETS)[number];
export type Days = { from: string; to: string };

const MONTHS_OF_QUARTER = 3;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of a preset as of today; the current month, quarter or year ends today. */
export function daysOf(preset: Preset, today: string): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = (months: number) => dayOf(Date.UTC(year, months, 1));
  const last = (days: number) => ({ from: dayAfter(today, 1 - days), to: today });
  switch (preset) {
    case "last7":
      return last(7);
    case "last30":
      return last(30);
    case "last90":
      return last(90);
    case "month":
      return { from: first(month - 1), to: today };
    case "lastMonth":
      return { from: first(month - 2), to: dayAfter(first(month - 1), -1) };
    case "quarter":
      return { from: first(month - 1 - ((month - 1) % MONTHS_OF_QUARTER)), to: today };
    case "year":
      return { from: first(0), to: today };
  }
}

/** The preset with these days, or null. */
export const presetOf = ({ from, to }: Days, today: string): Preset | null =>
  PRESETS.find((preset) => {
    const days = daysOf(preset, today);
    return days.from === from && days.to === to;
  }) ?? null;
