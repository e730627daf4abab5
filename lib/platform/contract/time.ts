/**
 * Instants. The interface states times as ISO 8601 strings and orders events by them after parsing, "not as strings"
 * (Events, event rule 3). Services differ in precision and offset, so every time that enters is brought to one
 * canonical form: UTC, microseconds, fixed width. Canonical instants then compare correctly as strings.
 */

/** `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export type Instant = string;

/** Extended and basic format, also mixed: mixed texts still have one meaning only. */
const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[Tt ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?([Zz]|[+\u2212-]\d{2}(?::?\d{2})?)?)?$/;

const pad = (value: number, width: number): string => String(value).padStart(width, "0");

/**
 * Reads an ISO 8601 calendar date or date-time; a missing offset counts as UTC, digits beyond microseconds are cut,
 * 24:00 is the next day's 00:00. A leap second (:60) counts as the last microsecond of its minute: computers' UTC has
 * no place for it, and so it is before everything in the next minute. Returns null for other texts, and for dates that
 * do not exist (30 February) or leave the years 0001–9999.
 */
export function parseInstant(text: string): Instant | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", offset = "Z"] = match;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  if (hour === "24" && /[1-9]/.test(minute + second + fraction)) return null;
  const isLeap = second === "60";
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  date.setUTCHours(Number(hour), Number(minute), isLeap ? 59 : Number(second), 0);
  const offsetMinutes = readOffset(offset);
  if (offsetMinutes === null) return null;
  const micros = isLeap ? "999999" : fraction.slice(0, 6).padEnd(6, "0");
  return canonical(date.getTime() - offsetMinutes * 60_000, micros);
}

function readOffset(text: string): number | null {
  if (text === "Z" || text === "z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = text.length > 3 ? Number(text.slice(-2)) : 0;
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith("+") ? 1 : -1) * (hours * 60 + minutes);
}

function canonical(wholeSecondMs: number, micros: string): Instant | null {
  const date = new Date(wholeSecondMs);
  const year = date.getUTCFullYear();
  if (year < 1 || year > 9999) return null;
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
  const time = `${pad(date.getUTCHours(), 2)}:${pad(date.getUTCMinutes(), 2)}:${pad(date.getUTCSeconds(), 2)}`;
  return `${day}T${time}.${micros}Z`;
}

/** The canonical instant of a time in milliseconds since the epoch. Throws RangeError outside the years 0001–9999. */
export function instantFromMs(ms: number): Instant {
  const whole = Math.floor(ms / 1000) * 1000;
  const instant = canonical(whole, `${pad(Math.floor(ms - whole), 3)}000`);
  if (!instant) throw new RangeError("time out of range");
  return instant;
}

/**
 * The last microsecond of the second `t` (Unix seconds) in which a delivery was signed. An event cannot have happened
 * after it was signed, so this bounds every time that the event states.
 */
export function endOfSecond(t: number): Instant {
  return instantFromMs(t * 1000).replace(".000000Z", ".999999Z");
}

/** Milliseconds since the epoch; for durations and display, not for ordering. */
export function instantToMs(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 23)}Z`);
}

/** The instant `ms` milliseconds later; its microseconds stay. */
export const addMs = (instant: Instant, ms: number): Instant =>
  instantFromMs(instantToMs(instant) + ms).slice(0, 23) + instant.slice(23);

const DAY_MS = 86_400_000;

/** The day so many days later, `YYYY-MM-DD`; earlier where they are negative. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The day `months` later, `YYYY-MM-DD`; the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/**
 * Whether the name is an IANA time zone. Offsets, which `Intl` accepts too, are refused: PostgreSQL reads `+05` as five
 * hours west of Greenwich.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
