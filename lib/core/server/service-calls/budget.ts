/*
 * The budget of calls to the service, shared by all processes (design §5): two token buckets, filled at a pace that
 * adapts to the service's answers. Pure: `take-call.ts` stores the state and supplies the time.
 */

import { HIGHEST_PER_SECOND, LONGEST_PAUSE_SECONDS } from "#lib/core/contract/status.ts";

export const LOWEST_PER_SECOND = 0.2;
/** Below this pace each answer doubles it, so that reads catch up soon after an outage. */
const CAREFUL_PER_SECOND = 2;
const STEP_PER_SECOND = 0.1;
const BURST_SECONDS = 6;

/** Share of the pace reserved for background reads: users' calls cannot use it up. */
const BACKGROUND_SHARE = 0.3;

export const DEFAULT_PAUSE_SECONDS = 5;
/** A clock set back by less than this stops refilling until the old time; by more, refilling restarts at the new time. */
const CLOCK_STEP_MS = 60_000;

export type Priority = "person" | "background";
/** `refused` and `accepted` are about the current API key, and do not change the pace. */
export type CallOutcome = "answered" | "faulty" | "too_many" | "refused" | "accepted";

/** While the key is refused, one background call a minute checks it again. */
export const PROBE_SECONDS = 60;

/** Times are milliseconds since 1970, tokens are calls. */
export type Budget = {
  per_second: number;
  person_tokens: number;
  background_tokens: number;
  refilled_at: number;
  paused_until: number | null;
  /** Time since which the service refuses the current API key, and of the last check. */
  key_refused_at: number | null;
  key_probed_at: number | null;
};

const shareOf = (priority: Priority) => (priority === "background" ? BACKGROUND_SHARE : 1 - BACKGROUND_SHARE);

/** A bucket holds at least one call: a smaller one would never grant a call. */
const capacity = (per_second: number, priority: Priority): number =>
  Math.max(1, per_second * BURST_SECONDS * shareOf(priority));

export const fullBudget = (now: number): Budget => ({
  per_second: HIGHEST_PER_SECOND,
  person_tokens: capacity(HIGHEST_PER_SECOND, "person"),
  background_tokens: capacity(HIGHEST_PER_SECOND, "background"),
  refilled_at: now,
  paused_until: null,
  key_refused_at: null,
  key_probed_at: null,
});

/** Tokens beyond the capacity of one bucket go into the other: background reads get the users' unused share as well. */
function refilled(before: Budget, now: number): Budget {
  const budget = pauseSeconds(before, now) > 0 ? before : { ...before, paused_until: null };
  const behind = budget.refilled_at - now;
  if (behind > 0 && behind <= CLOCK_STEP_MS) return budget;
  const added = (Math.max(0, -behind) / 1000) * budget.per_second;
  const most = { person: capacity(budget.per_second, "person"), background: capacity(budget.per_second, "background") };
  const person = budget.person_tokens + added * shareOf("person");
  const background = budget.background_tokens + added * shareOf("background");
  return {
    ...budget,
    person_tokens: Math.min(most.person, person + Math.max(0, background - most.background)),
    background_tokens: Math.min(most.background, background + Math.max(0, person - most.person)),
    refilled_at: now,
  };
}

/** Remaining seconds of a pause. A longer pause than allowed results from a clock that was set back, and counts as over. */
export function pauseSeconds({ paused_until }: Pick<Budget, "paused_until">, now: number): number {
  const left = paused_until === null ? 0 : (paused_until - now) / 1000;
  return left > 0 && left <= LONGEST_PAUSE_SECONDS ? left : 0;
}

export type Taken = { budget: Budget; granted: true } | { budget: Budget; granted: false; wait_seconds: number };

/**
 * Takes one call. A user's call is refused only in a pause, or while the users' bucket is below 0 (by one call at
 * most); background reads need a whole token. `wait_seconds`: time until the next try can succeed, unless other calls
 * come first.
 */
export function take(before: Budget, priority: Priority, now: number): Taken {
  const budget = refilled(before, now);
  const pause = pauseSeconds(budget, now);
  if (pause > 0) return { budget, granted: false, wait_seconds: pause };
  if (priority === "background" && budget.key_refused_at !== null) return probe(budget, now);
  const bucket = priority === "person" ? "person_tokens" : "background_tokens";
  const needed = priority === "person" ? 0 : 1;
  const missing = needed - budget[bucket];
  if (missing <= 0) return { budget: { ...budget, [bucket]: budget[bucket] - 1 }, granted: true };
  return { budget, granted: false, wait_seconds: missing / (budget.per_second * shareOf(priority)) };
}

/** Grants one call a minute while the key is refused. A clock that was set back counts as a passed minute. */
function probe(budget: Budget, now: number): Taken {
  const passed = (now - (budget.key_probed_at ?? Number.NEGATIVE_INFINITY)) / 1000;
  if (passed >= PROBE_SECONDS || passed < 0) return { budget: { ...budget, key_probed_at: now }, granted: true };
  return { budget, granted: false, wait_seconds: PROBE_SECONDS - passed };
}

/**
 * The budget after an answer. The pace rises with each answer, falls at faults, and halves at 429, with a pause as long
 * as the service states. Further 429 during a pause, to parallel calls, do not halve it again. After a pause one
 * background call is granted at any pace.
 */
export function report(before: Budget, outcome: CallOutcome, now: number, retryAfter?: number): Budget {
  const budget = refilled(before, now);
  const { per_second } = budget;
  if (outcome === "refused") return { ...budget, key_refused_at: budget.key_refused_at ?? now, key_probed_at: now };
  if (outcome === "accepted") return { ...budget, key_refused_at: null };
  if (outcome === "answered") {
    const faster = per_second < CAREFUL_PER_SECOND ? per_second * 2 : per_second + STEP_PER_SECOND;
    return { ...budget, per_second: Math.min(HIGHEST_PER_SECOND, faster) };
  }
  const left = pauseSeconds(budget, now);
  const factor = outcome === "faulty" ? 0.8 : left > 0 ? 1 : 0.5;
  const slower = Math.max(LOWEST_PER_SECOND, per_second * factor);
  if (outcome === "faulty") return { ...budget, per_second: slower };
  const pause = Math.min(Math.max(0, retryAfter ?? DEFAULT_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS);
  return {
    ...budget,
    per_second: slower,
    background_tokens: Math.max(1, budget.background_tokens),
    paused_until: now + Math.max(left, pause) * 1000,
  };
}
