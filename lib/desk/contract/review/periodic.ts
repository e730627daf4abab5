import type { Instant } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import type { Decision, ReviewPolicy, TimedReason } from "./facts.ts";

/** The day `months` later, `YYYY-MM-DD`; the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/** The earliest day that the policy's rules set for a file with these labels, accepted today; null without a rule. */
export function periodicDay(labels: readonly string[], rules: ReviewPolicy["periodic"], today: string): string | null {
  const months = rules.filter(({ label }) => labels.includes(label)).map((rule) => rule.months);
  return months.length === 0 ? null : addMonths(today, Math.min(...months));
}

/** The day on which a file accepted now comes back: the entered one, else the policy's. */
export function reviewOn(
  { resolution, basis }: Pick<Decision, "resolution" | "basis">,
  given: string | null,
  { periodic, working }: ReviewPolicy,
  now: Instant,
): string | null {
  if (resolution !== "accepted") return null;
  return given ?? periodicDay(basis.labels, periodic, dateIn(now, working.time_zone));
}

/** Holds from the beginning of the day `review_on`, independent of the facts. */
export function periodicReason(decision: Decision | null, { working }: ReviewPolicy): TimedReason[] {
  if (!decision?.review_on) return [];
  return [{ reason: "periodic", from: startOfDay(decision.review_on, working.time_zone) }];
}
