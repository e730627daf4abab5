import {
  GROUPS,
  type Group,
  type InsightsParameters,
  MAX_PERIOD_DAYS,
  MAX_POINTS,
} from "#lib/insights/contract/insights.ts";
import { monthAfter } from "#lib/insights/contract/report.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";

/** Lengths, in days, of the named periods that move with the current day. */
export const LAST_DAYS = [7, 30, 90, 365] as const;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const isFirst = (day: string): boolean => day.endsWith("-01");

/** The number of whole months in the period; 0 for a period of other days. */
function wholeMonths(from: string, to: string): number {
  const next = dayAfter(to, 1);
  if (!isFirst(from) || !isFirst(next)) return 0;
  const [a = [], b = []] = [from, next].map((day) => day.split("-").map(Number));
  return ((b[0] ?? 0) - (a[0] ?? 0)) * 12 + (b[1] ?? 0) - (a[1] ?? 0);
}

/** The period before: as many whole months if the period is whole months, else as many days. */
export function previousDays(from: string, to: string): { from: string; to: string } {
  const months = wholeMonths(from, to);
  const start = months > 0 ? `${monthAfter(from.slice(0, 7), -months)}-01` : dayAfter(from, -daysBetween(from, to));
  return { from: start, to: dayAfter(from, -1) };
}

/**
 * The requested days, completed and corrected: the default end is today, the default length thirty days. Days in the
 * wrong order are exchanged, and a period of more than two years keeps its last days.
 */
export function daysOf({ from, to }: Pick<InsightsParameters, "from" | "to">, today: string) {
  const end = to ?? (from !== null && from > today ? from : today);
  const start = from ?? dayAfter(end, 1 - DEFAULT_DAYS);
  const [first, last] = start <= end ? [start, end] : [end, start];
  const isLong = daysBetween(first, last) > MAX_PERIOD_DAYS;
  return { from: isLong ? dayAfter(last, 1 - MAX_PERIOD_DAYS) : first, to: last };
}

const DAYS_OF_GROUP: Record<Group, number> = { day: 1, week: 7, month: 30 };

/** The requested group, or a wider one with few enough points; without a request, by the length of the period. */
export function groupOf(requested: string | null, days: { from: string; to: string }): Group {
  const length = daysBetween(days.from, days.to);
  const fits = (group: Group) => length / DAYS_OF_GROUP[group] <= MAX_POINTS;
  const wanted = GROUPS.find((group) => group === requested);
  if (wanted && fits(wanted)) return wanted;
  if (wanted) return GROUPS.find((group) => DAYS_OF_GROUP[group] > DAYS_OF_GROUP[wanted] && fits(group)) ?? "month";
  return length <= 31 ? "day" : length <= 190 ? "week" : "month";
}

/** The days on which the points of a series begin: the first one is the period's own first day. */
export function pointsOf({ from, to }: { from: string; to: string }, group: Group): string[] {
  const points = [from];
  for (let day = dayAfter(from, 1); day <= to; day = dayAfter(day, 1)) {
    const begins = group === "day" || (group === "week" ? new Date(day).getUTCDay() === 1 : isFirst(day));
    if (begins) points.push(day);
  }
  return points;
}
