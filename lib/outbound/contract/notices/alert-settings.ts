import { ALERT_GROUPS, type AlertEvent } from "#lib/outbound/contract/channels/channel-events.ts";
import { addMs, dayAfter, type Instant } from "#lib/platform/contract/time.ts";
import { addWorkingMs, dateIn, isWorkingDay, startOfDay, type Working } from "#lib/platform/contract/working-time.ts";

/** The thresholds that an admin can change. The bounds of a security alert keep it from being switched off. */
export const THRESHOLDS = {
  no_events: { usual: 4, min: 1, max: 24 },
  service_failing: { usual: 5, min: 1, max: 120 },
  large_export: { usual: 1_000, min: 50, max: 10_000 },
  many_people_opened: { usual: 50, min: 5, max: 200 },
  // A reviewer reads about sixty in an hour.
  many_files_opened: { usual: 150, min: 20, max: 500 },
  // A burst of deliveries waits less.
  worker_behind: { usual: 5, min: 1, max: 120 },
  // In gigabytes, as that of the metric's alert (`docs/deploy/alerts.yaml`).
  disk_low: { usual: 5, min: 1, max: 500 },
} as const satisfies Partial<Record<AlertEvent, object>>;

export type ThresholdKind = keyof typeof THRESHOLDS;
export const THRESHOLD_KINDS = Object.keys(THRESHOLDS) as ThresholdKind[];
export type Thresholds = Record<ThresholdKind, number>;

export const thresholdsOf = (numberOf: (kind: ThresholdKind) => number): Thresholds =>
  Object.fromEntries(THRESHOLD_KINDS.map((kind) => [kind, numberOf(kind)])) as Thresholds;

export const inBounds = (given: Thresholds): boolean =>
  THRESHOLD_KINDS.every((kind) => given[kind] >= THRESHOLDS[kind].min && given[kind] <= THRESHOLDS[kind].max);

/** Clock times `HH:MM` in the time zone of the review policy. `days_off`: its days without work are quiet from 0:00 to 24:00. */
export type QuietHours = { from: string; to: string; days_off: boolean };

/** `version` is 0 until an admin has changed one. */
export type AlertSettings = { version: number; thresholds: Thresholds; quiet: QuietHours | null };

/** When channels and mails get an alert of this kind: null for at once. Security is never quiet. */
export function heldUntil(kind: string, at: Instant, quiet: QuietHours | null, working: Working): Instant | null {
  const isHeld = [...ALERT_GROUPS.connection, ...ALERT_GROUPS.operation].some((one) => one === kind);
  const end = quiet && isHeld ? endOfQuiet(at, quiet, working) : at;
  return end > at ? end : null;
}

/** The earliest time from `at` on that is not quiet. */
function endOfQuiet(at: Instant, quiet: QuietHours, working: Working): Instant {
  const date = dateIn(at, working.time_zone);
  if (quiet.days_off && !isWorkingDay(date, working)) {
    return endOfQuiet(startOfDay(dayAfter(date), working.time_zone), quiet, working);
  }
  const loud = { days: [1, 2, 3, 4, 5, 6, 7], holidays: [], from: quiet.to, to: quiet.from };
  // A moment later, since the last moment of working time still counts as such.
  const after = addMs(at, 1);
  const opening = addWorkingMs(after, 0, { ...working, ...loud });
  return opening <= after ? at : endOfQuiet(opening, quiet, working);
}
