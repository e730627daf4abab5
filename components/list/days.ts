/**
 * Days as a reader means them: from midnight to midnight in their own time zone. The address holds the instants, so that
 * a link shows every user the same verifications; a day without a zone in an address is a day in UTC (design §9).
 */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The first instant of a day (`YYYY-MM-DD`) in a zone, as the address writes it; null for an invalid day. */
export function startOfDay(day: string, timeZone: string): string | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(utc)) return null;
  // The zone's offset at midnight is its offset a day before or a day after. If midnight occurs twice, the first
  // midnight counts; if midnight is skipped, the instant at which the clock moves forward counts.
  const offsets = [utc - DAY_MS, utc + DAY_MS].map((instant) => offsetMs(instant, timeZone));
  const candidates = offsets.map((offset) => utc - offset).sort((a, b) => a - b);
  const start = candidates.find((instant) => localDay(instant, timeZone) === day) ?? utc - (offsets[0] ?? 0);
  return `${new Date(start).toISOString().slice(0, 16)}Z`;
}

/** The instant at which a day ends. */
export function endOfDay(day: string, timeZone: string): string | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(date) + 1);
  return Number.isNaN(utc) ? null : startOfDay(new Date(utc).toISOString().slice(0, 10), timeZone);
}

/** The day whose beginning equals `created_from`; null for another instant. */
export function dayFrom(value: string, timeZone: string): string | null {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return null;
  const day = localDay(instant, timeZone);
  return sameInstant(startOfDay(day, timeZone), instant) ? day : null;
}

/** The last day before an exclusive `created_to` that is exactly a day's end; null for another instant. */
export function dayUntil(value: string, timeZone: string): string | null {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return null;
  const day = localDay(instant - 1, timeZone);
  return sameInstant(endOfDay(day, timeZone), instant) ? day : null;
}

const sameInstant = (written: string | null, instant: number): boolean =>
  written !== null && Date.parse(written) === instant;

const localDay = (instant: number, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const { year = "", month, day } = named(parts, instant);
  return `${year.padStart(4, "0")}-${month}-${day}`;
};

/** How far a zone's clock is ahead of UTC. */
function offsetMs(instant: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const { year, month, day, hour, minute } = named(clock, instant);
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return shown - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

const named = (format: Intl.DateTimeFormat, instant: number): Record<string, string> =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
