import { dateIn, startOfDay } from "#lib/contract/review/working-time.ts";
import { instantFromMs, instantToMs } from "#lib/contract/time.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FRIDAY = 5;
const EVENING_HOUR = 18;

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const written = (ms: number): string => new Date(ms).toISOString();

/** The beginning of the day before `now` in the zone, as an address writes it. */
export const yesterday = (now: number, timeZone: string): string =>
  written(instantToMs(startOfDay(dayBefore(dateIn(instantFromMs(now), timeZone)), timeZone)));

/** The last past Friday at 18:00 in the zone. */
export function fridayEvening(now: number, timeZone: string): string {
  let day = dateIn(instantFromMs(now), timeZone);
  for (;;) {
    const evening = instantToMs(startOfDay(day, timeZone)) + EVENING_HOUR * HOUR_MS;
    if (new Date(day).getUTCDay() === FRIDAY && evening <= now) return written(evening);
    day = dayBefore(day);
  }
}
