import type { ShownOutcome } from "#lib/contract/audit/audit.ts";
import { type AuditFilter, actionsOf, NOBODY } from "#lib/contract/audit/audit-filter.ts";
import type { Parameters } from "#lib/server/queries/statement.ts";

const DAY_MS = 86_400_000;

/** The first instant that is no longer wanted: a day is wanted whole. */
const endOf = (to: string): string =>
  to.length === 10 ? new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) : to;

/**
 * A beginning stands for its command only as long as nothing tells of the end. As a value and not as NOT EXISTS, it is
 * looked up row by row in its index: of a page that is a few dozen times, instead of all ends there are.
 */
const OPEN = "(SELECT true FROM audit_log AS ended WHERE ended.intent_id = log.id) IS NULL";

const OUTCOMES: Record<ShownOutcome, string> = {
  done: "outcome = 'done'",
  failed: "outcome = 'failed'",
  refused: "outcome = 'refused'",
  unknown: `outcome = 'begun' AND ${OPEN}`,
};

/**
 * The filter as alternatives that exclude each other, each one stretch of one index in the order of time: each user, else
 * each rare outcome, else each action by itself, and whatever else is asked of its rows.
 */
export function alternatives(filter: AuditFilter, { add }: Parameters): string[] {
  const { id, user, outcome, address, from, to } = filter;
  const common: string[] = [];
  if (id !== null) common.push(`ids @? ${add(anywhere(id))}::jsonpath`);
  if (address !== null) common.push(`address = ${add(address)}::inet`);
  if (from !== null) common.push(`at >= ${add(from)}::timestamptz`);
  if (to !== null) common.push(`at < ${add(endOf(to))}::timestamptz`);
  const users = user.map((one) => (one === NOBODY ? "user_id IS NULL" : `user_id = ${add(one)}::uuid`));
  const actions = actionsOf(filter).map((one) => `action = ${add(one)}`);
  const outcomes =
    outcome.length === 0 ? [`(outcome <> 'begun' OR ${OPEN})`] : outcome.map((one) => `(${OUTCOMES[one]})`);
  const rare = outcome.length > 0 && !outcome.includes("done");
  const asked = [users, rare ? outcomes : [], actions];
  const split = asked.find((alternative) => alternative.length > 0) ?? [];
  const rest = [...common, ...[users, outcomes, actions].filter((one) => one !== split && one.length > 0).map(oneOf)];
  return (split.length > 0 ? split.map((one) => [...rest, one]) : [rest]).map((all) => all.join(" AND "));
}

const oneOf = (alternatives: readonly string[]): string => `(${alternatives.join(" OR ")})`;

/** An id wherever it stands among those of an entry, as text or, where it may be one, as a number. */
function anywhere(id: string): string {
  const number = /^(0|[1-9]\d{0,14})$/.test(id) ? ` || @ == ${id}` : "";
  return `$.* ? (@ == ${JSON.stringify(id)}${number})`;
}
