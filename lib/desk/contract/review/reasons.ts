import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import { addWorkingDays, startOfDay, type Working } from "#lib/platform/contract/working-time.ts";
import { documentArrivals } from "./answers.ts";
import { isFinalRun } from "./basis.ts";
import type { HandledItem, ReviewActions, ReviewFacts, ReviewItem, ReviewPolicy, TimedReason, Wait } from "./facts.ts";
import { isTemporary, needsPerson } from "./lookups.ts";

const MINUTE_MS = 60_000;
const QUIET_MS = 30 * MINUTE_MS;
/** Deliveries are tried again for 15.5 minutes (interface, Limits): after this time every sent final run has arrived. */
const FINAL_RUN_MS = 20 * MINUTE_MS;

/**
 * The reasons why a verification needs a person, from its facts alone. Each states the instant from which it holds
 * instead of reading a clock, and appears once, from its earliest cause on; `changed` is in `changes.ts`.
 */
export function reasonsOf(
  facts: ReviewFacts,
  { wait, handled, by_hand }: Pick<ReviewActions, "wait" | "handled" | "by_hand">,
  policy: ReviewPolicy,
): TimedReason[] {
  const reasons: TimedReason[] = [];
  const add = (reason: TimedReason["reason"], from: Instant | null) => from !== null && reasons.push({ reason, from });
  if (by_hand || isReviewed(facts, policy)) {
    add("decision", decisionFrom(facts));
    add("item", earliest(facts.items.map((item) => itemFrom(item, handled, facts))));
    add("person", earliest(facts.people?.map((person) => personFrom(person, policy.working)) ?? []));
    add("status_error", facts.status === "error" ? (facts.status_at ?? policy.review_from) : null);
    const stall = stallOf(facts, policy);
    // A read confirms the stall first: the event that ends it may be lost.
    if (stall && facts.read_at !== null && facts.read_at >= stall.from) add(stall.reason, stall.from);
  }
  if (wait) {
    add("answered", answeredFrom(facts, wait));
    add("follow_up", startOfDay(wait.follow_up_on, policy.working.time_zone));
  }
  return reasons;
}

/**
 * Whether the rules review the file by themselves: not if it was imported, nor if it was first finished or complete
 * before `review_from`, even if it was reopened since.
 */
const isReviewed = ({ imported, first_complete_at }: ReviewFacts, { review_from }: ReviewPolicy): boolean =>
  !imported && (first_complete_at === null || first_complete_at >= review_from);

/** The receipt of a final run; else a finish that a read confirmed, once no final run can be in progress. */
function decisionFrom({ run, status, status_at, status_confirmed_at }: ReviewFacts): Instant | null {
  if (run && isFinalRun(run)) return run.known_at;
  if (status !== "finished" || status_at === null || status_confirmed_at === null) return null;
  return latest(addMs(status_at, FINAL_RUN_MS), status_confirmed_at);
}

export const isHandled = (item: HandledItem, handled: readonly HandledItem[]): boolean =>
  handled.some(
    ({ item_id, item_type, item_error }) =>
      item_id === item.item_id && item_type === item.item_type && item_error === item.item_error,
  );

function itemFrom(item: ReviewItem, handled: readonly HandledItem[], { events_at }: ReviewFacts): Instant | null {
  return item.problem === null || isHandled(item, handled)
    ? null
    : quietAfter(item.problem_at ?? item.known_at, events_at);
}

/** From when a person's lookup needs somebody; null if it does not. */
export function personFrom(
  { outcome, since }: Pick<NonNullable<ReviewFacts["people"]>[number], "outcome" | "since">,
  working: Working,
): Instant | null {
  if (needsPerson(outcome)) return since;
  return isTemporary(outcome) ? addWorkingDays(since, 1, working) : null;
}

/**
 * A stall that facts may still end, and its start. Not for a file complete by a final run, nor for one in `error`, which
 * has its own reason. A stall that began before deliveries ceased stays; none begins while no deliveries arrive.
 */
function stallOf(facts: ReviewFacts, { working, stalled_days }: ReviewPolicy): TimedReason | null {
  const { status, documents_status, run, last_fact_at, deaf_since } = facts;
  if (last_fact_at === null || status === "finished" || status === "error" || isFinalRun(run)) return null;
  const isService = documents_status === "full_upload";
  const from = addWorkingDays(last_fact_at, isService ? 1 : stalled_days, working);
  if (deaf_since !== null && from >= deaf_since) return null;
  return { reason: isService ? "stalled_service" : "stalled_customer", from };
}

/**
 * When a reading is due without which a reason does not hold: 20 minutes after a finish without a final run, and at the
 * start of a stall. Null if none is due, or if it was made.
 */
export function readingDue(facts: ReviewFacts, policy: ReviewPolicy): Instant | null {
  const { run, status, status_at, status_confirmed_at, read_at } = facts;
  if (!isReviewed(facts, policy)) return null;
  const isUnconfirmed = status === "finished" && !isFinalRun(run) && status_confirmed_at === null;
  const due = isUnconfirmed ? status_at && addMs(status_at, FINAL_RUN_MS) : (stallOf(facts, policy)?.from ?? null);
  return due !== null && (read_at === null || read_at < due) ? due : null;
}

/** After the first 30 quiet minutes since the first answer: an arrival, or a person found who was not found before. */
function answeredFrom(facts: ReviewFacts, { since, basis }: Wait): Instant | null {
  const answers = documentArrivals(facts, { since, basis });
  if (basis.people) {
    const found = new Set(basis.people.filter(({ outcome }) => outcome === "found").map(({ people_id }) => people_id));
    for (const person of facts.people ?? []) {
      if (person.outcome === "found" && !found.has(person.people_id)) answers.push(latest(person.since, since));
    }
  }
  const first = earliest(answers);
  return first && quietAfter(first, facts.events_at);
}

/** The first instant, at least 30 minutes after `since`, before which no event of the file came for 30 minutes. */
function quietAfter(since: Instant, events_at: readonly Instant[]): Instant {
  let quiet = addMs(since, QUIET_MS);
  for (const at of events_at.toSorted()) {
    if (at > quiet) break;
    quiet = latest(quiet, addMs(at, QUIET_MS));
  }
  return quiet;
}

const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b);
const earliest = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.filter((at) => at !== null).toSorted()[0] ?? null;
