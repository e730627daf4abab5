import type { DeliveryFilter } from "#lib/contract/deliveries/delivery-filter.ts";
import type { Parameters } from "#lib/server/queries/statement.ts";

const DAY_MS = 86_400_000;

/** The first instant that is no longer wanted: a day is wanted whole. */
const endOf = (to: string): string =>
  to.length === 10 ? new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) : to;

/**
 * What is looked at: one delivery, or those of one verification, found by their own indexes before anything else is asked
 * of them (`OFFSET 0` keeps the planner from walking by time instead); or all that came in.
 */
export function source({ id }: DeliveryFilter, { add }: Parameters): string {
  if (id === null) return "inbox";
  const text = add(id);
  const number = /^\d{1,15}$/.test(id) ? add(Number(id)) : null;
  const asNumber = number === null ? "" : `OR id = ${number}::bigint`;
  return `(SELECT * FROM inbox WHERE kind = 'delivery'
    AND (verification_id = ${text} OR signature = ${text} ${asNumber}) OFFSET 0) AS inbox`;
}

/**
 * The filter as alternatives that exclude each other, each one stretch of one index in the order of receipt: a rare
 * outcome or each event by itself, and whatever else is asked of its rows. Values that partial indexes are made for are
 * written out, since the planner does not look into parameters.
 */
export function alternatives(filter: DeliveryFilter, { add }: Parameters): string[] {
  const { event, outcome, mark, from, to } = filter;
  const common = ["kind = 'delivery'"];
  if (from !== null) common.push(`received_at >= ${add(from)}::timestamptz`);
  if (to !== null) common.push(`received_at < ${add(endOf(to))}::timestamptz`);
  if (mark.includes("late")) common.push("late");
  if (mark.includes("copied")) common.push("copies > 1");
  const ofOutcome = outcome.map((state) => `state = '${state}'`);
  const ofEvent = event.map((name) => `event_name = ${add(name)}`);
  const rare = outcome.length > 0 && !outcome.includes("applied");
  const [split, asked] = rare || event.length === 0 ? [ofOutcome, ofEvent] : [ofEvent, ofOutcome];
  const rest = [...common, ...(asked.length > 0 ? [`(${asked.join(" OR ")})`] : [])];
  return (split.length > 0 ? split.map((one) => [...rest, one]) : [rest]).map((all) => all.join(" AND "));
}
