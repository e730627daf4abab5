import type { Difference, Reason, Resolution, ReviewState } from "#lib/core/contract/verifications/review.ts";
import { REASONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { addWorkingHours, addWorkingMs, workingMsBetween } from "#lib/platform/contract/working-time.ts";
import type { Evaluation, ReviewActions, ReviewPolicy, TimedReason } from "./facts.ts";
import type { LogKind } from "./log.ts";

export type StoredReview = ReviewActions & {
  state: ReviewState | null;
  /** Resolution of a resolved or proposed review. */
  resolution: Resolution | null;
  reasons: Reason[];
  /** A user's id. */
  assignee: string | null;
  /**
   * Kept during a wait and an approval, while answers have null. Null in an open review that came back for wording only:
   * lists sort it after all others.
   */
  due_at: Instant | null;
  /** The author of the proposed decision or reopening; null otherwise. */
  submitted_by: string | null;
  /** Two people made the last decision, also once it was set aside: closing the file takes two as well. */
  by_two: boolean;
};

/** A review without any reason so far. */
export const NO_REVIEW: StoredReview = {
  state: null,
  resolution: null,
  reasons: [],
  assignee: null,
  due_at: null,
  submitted_by: null,
  by_two: false,
  decision: null,
  submitted: null,
  wait: null,
  handled: [],
  by_hand: false,
};

/** An entry of the log to write; the server adds who, when, the policy's version, digest and names. */
export type Entry = { kind: LogKind; reasons: Reason[]; differences: Difference[] };

export type Move = {
  /** The review to store; equal to the previous one without a change. */
  review: StoredReview;
  /** The log entry of the rules' change; null without one. */
  entry: Entry | null;
  /** Time of the next evaluation, unless a fact comes first; null for never. Becoming overdue counts as a change. */
  look_at: Instant | null;
};

/**
 * Applies the changes of the rules alone, given the evaluation of this review's own standing. Repeated with the evaluation
 * of its result it changes nothing.
 */
export function applyEvaluation(
  review: StoredReview,
  evaluation: Evaluation,
  policy: ReviewPolicy,
  now: Instant,
): Move {
  const { decision } = review;
  const dated = { ...review, decision: decision && { ...decision, differs_since: evaluation.differs_since } };
  const held = evaluation.reasons.filter(({ from }) => from <= now);
  const next = transition(dated, held, evaluation, policy);
  const reasons = hasReasons(next.review) ? shown(next.review, held, evaluation) : [];
  const result = { ...next.review, reasons };
  const entry = next.kind && {
    kind: next.kind,
    reasons: next.kind === "vanished" ? review.reasons : reasons,
    differences: next.kind === "withdrawn" || reasons.includes("changed") ? evaluation.differences : [],
  };
  const times = [...evaluation.reasons.map(({ from }) => from), evaluation.reading_due];
  if (result.state === "open") times.push(result.due_at);
  return { review: result, entry, look_at: times.filter((at) => at !== null && at > now).toSorted()[0] ?? null };
}

type Transition = { review: StoredReview; kind: LogKind | null };

/** `held` are the reasons that hold now, the earliest first. */
function transition(
  review: StoredReview,
  held: readonly TimedReason[],
  evaluation: Evaluation,
  policy: ReviewPolicy,
): Transition {
  const { decision, state } = review;
  const [first] = held;
  if (state === null && first) {
    return { review: { ...review, state: "open", due_at: dueAt(first.from, policy) }, kind: "opened" };
  }
  if (state === "waiting") {
    const back = held.find(({ reason }) => reason === "answered" || reason === "follow_up");
    if (back)
      return { review: { ...review, state: "open", due_at: resumed(review, back.from, policy) }, kind: "returned" };
  }
  // A run that repeats the same findings does not withdraw the proposal.
  if (state === "approval" && review.submitted && evaluation.differences.some(({ kind }) => kind !== "run_confirmed")) {
    return { review: { ...review, ...NOT_SUBMITTED, state: "open" }, kind: "withdrawn" };
  }
  const back = held.find(({ reason }) => reason === "changed" || reason === "periodic");
  if ((state === "resolved" || isReopening(review)) && decision && back) {
    const isDue = !onlyWordingDiffers(evaluation.differences) || held.some(({ reason }) => reason === "periodic");
    const due_at = isDue ? dueAt(back.from, policy) : null;
    const open = { ...NOT_SUBMITTED, state: "open", assignee: decision.by, by_hand: false, due_at } as const;
    return { review: { ...review, ...open }, kind: "returned" };
  }
  if (state === "open" && !review.by_hand && shown(review, held, evaluation).length === 0) {
    const rest = decision
      ? ({ state: "resolved", resolution: decision.resolution } as const)
      : ({ state: null, resolution: null, assignee: null } as const);
    return { review: { ...review, ...rest, due_at: null }, kind: "vanished" };
  }
  return { review, kind: null };
}

/**
 * The current reasons, in the order of `REASONS`. A returned review keeps `changed` while a difference brings it back,
 * even if a reopening since would queue it later.
 */
function shown({ state, decision }: StoredReview, held: readonly TimedReason[], { queued_at }: Evaluation): Reason[] {
  const isBack = state === "open" && decision !== null && queued_at !== null;
  return REASONS.filter((reason) => (reason === "changed" && isBack) || held.some((one) => one.reason === reason));
}

/** A proposal to reopen a decision, which stays in force until another person approves. */
export const isReopening = ({ state, submitted }: StoredReview): boolean => state === "approval" && submitted === null;

const hasReasons = ({ state }: StoredReview): boolean => state !== null && state !== "resolved";

const onlyWordingDiffers = (differences: readonly Difference[]): boolean =>
  differences.every(({ kind, brings_back }) => kind === "wording" || !brings_back);

export const dueAt = (from: Instant, { due_hours, working }: ReviewPolicy): Instant =>
  addWorkingHours(from, due_hours, working);

/** The due time after a wait: the working time left at its beginning is left again; overdue stays overdue. */
export function resumed({ due_at, wait }: StoredReview, end: Instant, policy: ReviewPolicy): Instant {
  if (due_at === null || wait === null) return dueAt(end, policy);
  if (due_at <= wait.since) return due_at;
  return addWorkingMs(end, workingMsBetween(wait.since, due_at, policy.working), policy.working);
}

export const NOT_SUBMITTED = { submitted: null, submitted_by: null, resolution: null } as const;
