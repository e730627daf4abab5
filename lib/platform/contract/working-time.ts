import { type Instant, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";

/** The working time of a review policy: ISO days (1 Monday to 7 Sunday), times as `HH:MM`, an IANA time zone, dates. */
export type Working = { days: number[]; from: string; to: string; time_zone: string; holidays: string[] };

/**
 * The installation's working time. A working day has the hours from `from` to `to`; one hour more or less if clocks
 * change in between. A `to` that is not after `from` is on the next day, which need not be a working day: from 22:00 to 06:00
 * is a night, from 00:00 to 00:00 a whole day.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days searched for working time before a policy counts as having none. */
const MAX_DAYS = 36_600;

/**
 * The earliest instant at which this many working hours have passed since `at`. It is within working time: a period that
 * ends with a working day ends at its close, not at the next opening. With 0 it is `at`, or the next opening. Throws
 * RangeError without a working day in the policy.
 */
export const addWorkingHours = (at: Instant, hours: number, working: Working): Instant =>
  addWorkingMs(at, hours * HOUR_MS, working);

/** The same in working days of the policy's length, clock to clock: from Friday 15:00 one day later is Monday 15:00. */
export const addWorkingDays = (at: Instant, days: number, working: Working): Instant =>
  addWorkingMs(at, days * (closeOf(working) - minutesOf(working.from)) * 60_000, working);

/** As `addWorkingHours`, in milliseconds. */
export function addWorkingMs(at: Instant, ms: number, working: Working): Instant {
  const start = instantToMs(at);
  let left = ms;
  for (const { from, to } of workingDays(start, working)) {
    const begin = Math.max(from, start);
    if (begin + left <= to) return instantFromMs(begin + left);
    left -= Math.max(0, to - begin);
  }
  throw new RangeError("no working time");
}

/** Working time between two instants, in milliseconds; 0 where `until` is not after `since`. */
export function workingMsBetween(since: Instant, until: Instant, working: Working): number {
  const [start, end] = [instantToMs(since), instantToMs(until)];
  let passed = 0;
  for (const { from, to } of workingDays(start, working)) {
    if (from >= end) break;
    passed += Math.max(0, Math.min(to, end) - Math.max(from, start));
  }
  return passed;
}

/** When a day begins in the zone; `date` is `YYYY-MM-DD`. */
export const startOfDay = (date: string, timeZone: string): Instant =>
  instantFromMs(toMs(Date.parse(date), 0, timeZone));

/** The date in the zone at that time, `YYYY-MM-DD`. */
export const dateIn = (at: Instant, timeZone: string): string =>
  isoDate(instantToMs(at) + offsetAt(instantToMs(at), timeZone));

/** Whether the policy works on that date, `YYYY-MM-DD`. */
export const isWorkingDay = (date: string, { days, holidays }: Pick<Working, "days" | "holidays">): boolean =>
  days.includes(new Date(date).getUTCDay() || 7) && !holidays.includes(date);

type Hours = Pick<Working, "from" | "to">;

/** '09:00–18:00', '00:00–24:00'; '22:00–06:00 (+1)' ends on the next day. */
export const hoursText = ({ from, to }: Hours): string =>
  `${from}–${to === "00:00" ? "24:00" : to <= from ? `${to} (+1)` : to}`;

/** Minutes from the midnight before `from` to the end of the hours. */
const closeOf = ({ from, to }: Hours): number => minutesOf(to) + (to <= from ? 24 * 60 : 0);

/** Working days that end at `start` or later, each with its beginning and end in milliseconds since the epoch. */
function* workingDays(start: number, { days, from, to, time_zone, holidays }: Working) {
  const off = new Set(holidays);
  const first = Date.parse(isoDate(start + offsetAt(start, time_zone)));
  // Work that began on the day before may go on.
  for (let day = -1; day < MAX_DAYS; day++) {
    const midnight = first + day * DAY_MS;
    if (!days.includes(new Date(midnight).getUTCDay() || 7) || off.has(isoDate(midnight))) continue;
    const end = toMs(midnight, closeOf({ from, to }), time_zone);
    if (end >= start) yield { from: toMs(midnight, minutesOf(from), time_zone), to: end };
  }
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * The instant of a local time in the zone: `minutes` after the start of the day whose midnight in UTC is `midnight`. A
 * repeated time means its first occurrence; a skipped time means the moment of the jump.
 */
function toMs(midnight: number, minutes: number, timeZone: string): number {
  const shown = midnight + minutes * 60_000;
  const [before, after] = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)];
  return offsetAt(shown - after, timeZone) === after && offsetAt(shown - before, timeZone) !== before
    ? shown - after
    : shown - before;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far a clock of the zone is ahead of UTC, in milliseconds. */
export function offsetAt(ms: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-u-hc-h23", {
      timeZone,
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
    });
    clocks.set(timeZone, clock);
  }
  const shown: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(ms)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + ((hour * 60 + minute) * 60 + second - Math.floor(ms / 1000)) * 1000;
}
