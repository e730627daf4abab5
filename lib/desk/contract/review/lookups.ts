import { CURP_LOOKUP_ERRORS, type LookupResult, type PeopleOutcome } from "#lib/core/contract/people/person.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** Whether a lookup with this outcome needs a person at once. */
export const needsPerson = (outcome: PeopleOutcome): boolean =>
  outcome === "failed" || outcome === "curp_format_error" || outcome === "other_error";

/** Failures that a later lookup may resolve (interface, Errors: CURP lookup errors). */
export const isTemporary = (outcome: LookupResult): boolean =>
  outcome === "curp_scrapper_error" || outcome === "curp_service_unavailable";

/** The outcome of a lookup in an event or an answer, with the time of its receipt. */
export type LookupStatement = { outcome: LookupResult; people_error: string | null; at: Instant };
export type StandingLookup = { outcome: PeopleOutcome; people_error: string | null; since: Instant };

/** The order at equal times: a success counts last, and a code after an answer without a code. */
const BY_WEIGHT: LookupResult[] = [
  "none",
  "no_result",
  "ended",
  "failed",
  ...CURP_LOOKUP_ERRORS,
  "other_error",
  "found",
];

/**
 * The current outcome of a person's lookups, and since when; null without a statement. A temporary failure does not
 * override a result or a wrong CURP, and two temporary failures are one. An answer with 'failed' alone belongs to the
 * failure with a known code, an empty answer changes nothing, and a lookup that `ended` without an error ends a
 * failure.
 */
export function standingLookup(statements: readonly LookupStatement[]): StandingLookup | null {
  const weight = ({ outcome, people_error }: LookupStatement) => `${BY_WEIGHT.indexOf(outcome)} ${people_error ?? ""}`;
  const inOrder = statements.toSorted((a, b) => (`${a.at} ${weight(a)}` < `${b.at} ${weight(b)}` ? -1 : 1));
  return inOrder.reduce<StandingLookup | null>(overtake, null);
}

function overtake(last: StandingLookup | null, { outcome, people_error, at }: LookupStatement): StandingLookup {
  const next = { outcome: outcome === "ended" ? "no_result" : outcome, people_error, since: at } as const;
  if (!last) return next;
  const hasFailed = needsPerson(last.outcome) || isTemporary(last.outcome);
  if (outcome === "none" || outcome === "no_result") return last;
  if (outcome === "ended") return hasFailed ? next : last;
  if (outcome === "failed" && hasFailed) return last;
  if (isTemporary(outcome)) {
    if (last.outcome === "failed" || isTemporary(last.outcome)) return { ...next, since: last.since };
    return last.outcome === "none" || last.outcome === "no_result" ? next : last;
  }
  return last.outcome === outcome && last.people_error === people_error ? last : next;
}
