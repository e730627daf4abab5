import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay as instantOf } from "#lib/platform/contract/working-time.ts";

/**
 * Days of a reader: from midnight to midnight in their time zone. The address holds instants, so that a link shows
 * every user the same verifications; a day without a zone in an address is a day in UTC (design §9).
 */

const DAY_MS = 86_400_000;

/** The first instant of a day (`YYYY-MM-DD`) in a zone, as the address writes it; null for an invalid day. */
export const startOfDay = (day: string, timeZone: string): string | null => midnight(day, 0, timeZone);

export const endOfDay = (day: string, timeZone: string): string | null => midnight(day, DAY_MS, timeZone);

function midnight(day: string, later: number, timeZone: string): string | null {
  const utc = Date.parse(`${day}T00:00Z`);
  if (Number.isNaN(utc)) return null;
  return `${instantOf(new Date(utc + later).toISOString().slice(0, 10), timeZone).slice(0, 16)}Z`;
}

/** The day whose beginning equals `created_from`; null for another instant. */
export const dayFrom = (value: string, timeZone: string): string | null => dayOf(value, 0, startOfDay, timeZone);

/** The last day before an exclusive `created_to` that is exactly a day's end; null for another instant. */
export const dayUntil = (value: string, timeZone: string): string | null => dayOf(value, 1, endOfDay, timeZone);

/** The day of the moment `before` milliseconds before the instant; null if the instant is not this bound of the day. */
function dayOf(value: string, before: number, boundOf: typeof startOfDay, timeZone: string): string | null {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return null;
  const day = dateIn(instantFromMs(instant - before), timeZone);
  return Date.parse(boundOf(day, timeZone) ?? "") === instant ? day : null;
}
