import { addMonths, type Instant } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import type { Decision, ReviewPolicy, TimedReason } from "./facts.ts";

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
