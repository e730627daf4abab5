import { addMs, dayAfter, type Instant } from "#lib/platform/contract/time.ts";
import { dateIn, isWorkingDay, startOfDay, type Working } from "#lib/platform/contract/working-time.ts";

/**
 * The periods of a request under the Mexican data law, in working days of the policy, whose zone decides which day an
 * instant belongs to. The day on which a period begins does not count, whatever the hour.
 */

/** Working days for the answer, and after an answer that grants something, for its execution. */
export const ANSWER_DAYS = 20;
export const EXECUTION_DAYS = 15;

/** Dates searched for working days before a policy counts as having none. */
const MAX_DATES = 3_660;

type Days = Pick<Working, "days" | "holidays" | "time_zone">;

/** The last day of a period, and the last millisecond of that day in the zone. */
export type Deadline = { due_on: string; due_at: Instant };

/**
 * The end of a period of `days` working days that begins at an instant; twice as many if extended. Throws RangeError
 * without a working day in the policy.
 */
export function deadlineAfter(begun: Instant, days: number, working: Days, extended = false): Deadline {
  let date = dateIn(begun, working.time_zone);
  let left = extended ? 2 * days : days;
  for (let dates = 0; dates < MAX_DATES; dates++) {
    date = dayAfter(date);
    if (isWorkingDay(date, working)) left -= 1;
    if (left === 0) return { due_on: date, due_at: addMs(startOfDay(dayAfter(date), working.time_zone), -1) };
  }
  throw new RangeError("no working day");
}

/** Working days from the day after `now` to the last day; 0 on that day and on the days off before it. Negative after it. */
export function workingDaysLeft(now: Instant, due_on: string, working: Days): number {
  const today = dateIn(now, working.time_zone);
  const [first, last] = today < due_on ? [today, due_on] : [due_on, today];
  let count = 0;
  for (let date = first; date < last && count < MAX_DATES; ) {
    date = dayAfter(date);
    if (isWorkingDay(date, working)) count += 1;
  }
  return today <= due_on ? count : -count;
}
