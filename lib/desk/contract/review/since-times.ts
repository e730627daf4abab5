import { dayAfter, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";

const HOUR_MS = 3_600_000;
const FRIDAY = 5;
const EVENING_HOUR = 18;

const written = (ms: number): string => new Date(ms).toISOString();

/** The beginning of yesterday in the zone, in the form of an address. */
export const yesterday = (now: number, timeZone: string): string =>
  written(instantToMs(startOfDay(dayAfter(dateIn(instantFromMs(now), timeZone), -1), timeZone)));

/** The last past Friday at 18:00 in the zone. */
export function fridayEvening(now: number, timeZone: string): string {
  let day = dateIn(instantFromMs(now), timeZone);
  for (;;) {
    const evening = instantToMs(startOfDay(day, timeZone)) + EVENING_HOUR * HOUR_MS;
    if (new Date(day).getUTCDay() === FRIDAY && evening <= now) return written(evening);
    day = dayAfter(day, -1);
  }
}
