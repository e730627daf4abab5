import type { Exception, Resolution } from "#lib/core/contract/verifications/review.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { basisOf } from "./basis.ts";
import { differencesFrom } from "./changes.ts";
import { exceptionsOf, hasHighFinding } from "./exceptions.ts";
import type { Basis, Decision, HandledItem, ReviewFacts, ReviewPolicy } from "./facts.ts";
import type { LogKind } from "./log.ts";
import { reviewOn } from "./periodic.ts";
import type { ReviewChange } from "./review-input.ts";
import { dueAt, type Entry, isReopening, NOT_SUBMITTED, resumed, type StoredReview } from "./transitions.ts";

/** Why a command is refused, with the status and the message of the answer. */
export const REFUSALS = {
  RESOLUTION_REQUIRED: [400, "Invalid resolution."],
  REASON_CODE_REQUIRED: [400, "Invalid reason_code."],
  REASON_REQUIRED: [400, "Invalid reason."],
  FOLLOW_UP_REQUIRED: [400, "Invalid follow_up_on."],
  REVIEW_ON_NOT_ALLOWED: [400, "Invalid review_on."],
  STATE_NOT_ALLOWED: [400, "Invalid state."],
  ITEM_NOT_TO_HANDLE: [400, "Invalid handled."],
  ALREADY_RESOLVED: [409, "It is resolved already: reopen it first."],
  AWAITING_APPROVAL: [409, "A second person has to approve the decision first."],
  NOT_AWAITING_APPROVAL: [409, "No decision awaits approval."],
  SECOND_PERSON_REQUIRED: [409, "Two people decided it: a second person has to approve this step."],
  NOT_FOR_BULK: [409, "It cannot be accepted together with others (any more)."],
  NOTHING_TO_RATIFY: [409, "There is no decision to ratify."],
  NOTHING_TO_UNDO: [409, "There is nothing to undo any more."],
  SAME_PERSON: [403, "Another person has to approve it."],
} as const;
export type Refusal = keyof typeof REFUSALS;

/**
 * The current facts, the acting user and the time. Roles, and whether an assignee exists, are checked by the server.
 */
export type Context = {
  facts: ReviewFacts;
  policy: ReviewPolicy;
  user_id: string;
  now: Instant;
  /** The basis that the user saw, if the current facts do not differ from it: the decision rests on it. */
  shown?: Basis | undefined;
};

/** `entries` are in the order of the steps; empty if nothing changed. */
export type Outcome = { review: StoredReview; entries: Entry[] } | { refused: Refusal };

type Change = Omit<ReviewChange, "version">;

/**
 * Applies a user's change to a review that `moved` has brought to the present facts. Pass the result to `evaluate` and
 * `moved` before it is stored: they set its reasons and the time of the next evaluation.
 */
export function changed(review: StoredReview, change: Change, context: Context): Outcome {
  const handled = handledBy(change.handled ?? [], context.facts);
  if (!handled) return { refused: "ITEM_NOT_TO_HANDLE" };
  const named = change.assignee === undefined ? review : { ...review, assignee: change.assignee };
  const before = handled.length > 0 ? { ...named, handled: mergeHandled(review.handled, handled) } : named;
  const outcome = withState(before, change, context);
  if ("refused" in outcome) return outcome;
  const kinds: LogKind[] = handled.length > 0 ? ["handled"] : [];
  if (named.assignee !== review.assignee) kinds.push("assigned");
  return { review: outcome.review, entries: [...kinds.map((kind) => entryOf(review, kind)), ...outcome.entries] };
}

function withState(review: StoredReview, change: Change, context: Context): Outcome {
  const { state } = review;
  // A resolved review must be reopened before a new decision, so that the user has seen the old one.
  if (state === "resolved" && change.state !== "open" && !staysResolved(change)) return { refused: "ALREADY_RESOLVED" };
  // Without a resolution the review stays resolved, and without a day or a request it stays waiting: only its assignee changes.
  if (change.state === state && (state === "waiting" ? staysWaiting(change) : !change.resolution)) {
    return { review, entries: [] };
  }
  if (change.state === "open") return opened(review, context);
  if (change.state === "approval") return { refused: "STATE_NOT_ALLOWED" };
  if (state === "approval") return { refused: "AWAITING_APPROVAL" };
  return change.state === "waiting" ? waited(review, change, context) : resolved(review, change, context);
}

/** Whether the wait stays as it is: only the assignee or the handled items change. */
const staysWaiting = ({ follow_up_on, request, assignee, handled }: Change): boolean =>
  !follow_up_on && !request && (assignee !== undefined || handled !== undefined);

/** Whether the review stays resolved: only the assignee or the handled items change. */
const staysResolved = ({ state, resolution, assignee, handled }: Change): boolean =>
  state === "resolved" && !resolution && (assignee !== undefined || handled !== undefined);

/**
 * Reopened by hand: ends a wait, sets a decision aside, or withdraws a proposal. A decision of two people is reopened by
 * two: the first proposes it, and gets the file. Otherwise the assignee stays.
 */
function opened(review: StoredReview, { policy, now, user_id }: Context): Outcome {
  const { state } = review;
  if (isReopening(review)) return { refused: "AWAITING_APPROVAL" };
  if (state === "approval") return takenBack(review, user_id, review.assignee);
  if (state === "resolved" && review.by_two) {
    const proposed = {
      ...NOT_SUBMITTED,
      state: "approval",
      submitted_by: user_id,
      assignee: user_id,
      due_at: dueAt(now, policy),
    } as const;
    return done(review, proposed, "reopening_proposed");
  }
  const due_at = state === "waiting" ? resumed(review, now, policy) : null;
  return done(
    review,
    {
      ...NOT_SUBMITTED,
      state: "open",
      by_hand: true,
      wait: null,
      decision: state === "resolved" ? null : review.decision,
      due_at: due_at ?? dueAt(now, policy),
    },
    state === null ? "opened" : "reopened",
  );
}

/** An extended wait keeps the time of its request; the points stay until a new request. The earliest follow-up is today. */
function waited(review: StoredReview, { follow_up_on, request }: Change, context: Context): Outcome {
  const { facts, policy, now } = context;
  if (!follow_up_on || follow_up_on < dateIn(now, policy.working.time_zone)) return { refused: "FOLLOW_UP_REQUIRED" };
  if (review.state === "waiting" && review.wait && !request) {
    if (review.wait.follow_up_on === follow_up_on) return { review, entries: [] };
    return done(review, { wait: { ...review.wait, follow_up_on } }, "waited");
  }
  const before = review.state === "waiting" ? resumed(review, now, policy) : review.due_at;
  return done(
    review,
    {
      state: "waiting",
      resolution: null,
      by_hand: true,
      wait: { since: now, follow_up_on, request: request ?? review.wait?.request ?? [], basis: basisOf(facts) },
      due_at: before ?? dueAt(now, policy),
    },
    "waited",
  );
}

function resolved(review: StoredReview, change: Change, context: Context): Outcome {
  const { resolution, reason_code, reason } = change;
  const { policy, now } = context;
  const { review_on = null } = change;
  if (!resolution) return { refused: "RESOLUTION_REQUIRED" };
  if (resolution === "accepted") {
    if (lacksReason(review, reason, context)) return { refused: "REASON_REQUIRED" };
  } else if (!policy.catalogue.some((entry) => entry.code === reason_code && entry.for.includes(resolution))) {
    return { refused: "REASON_CODE_REQUIRED" };
  }
  const isLater = review_on === null || review_on > dateIn(now, policy.working.time_zone);
  if (!isLater || (review_on !== null && resolution !== "accepted")) return { refused: "REVIEW_ON_NOT_ALLOWED" };
  return decided(review, resolution, "decided", context, review_on);
}

/** The exceptions of an acceptance now, by the facts that it rests on. */
const exceptionsNow = ({ handled }: StoredReview, { facts, shown, policy, now }: Context): Exception[] =>
  exceptionsOf({ ...facts, ...shown, people: facts.people }, { handled, policy, now });

/** An acceptance with an exception has a reason in words. */
const lacksReason = (review: StoredReview, reason: string | undefined, context: Context): boolean =>
  !reason?.trim() && exceptionsNow(review, context).length > 0;

/**
 * The same decision on the current facts: clears every difference, and a `review_on` that has come. A future `review_on`
 * stays. May need approval like any other decision.
 */
export function ratified(review: StoredReview, context: Context, reason?: string): Outcome {
  const { decision, state } = review;
  if (state === "approval") return { refused: "AWAITING_APPROVAL" };
  const differences = decision ? differencesFrom(decision, context.facts, context.policy) : [];
  const isPeriodic = state === "open" && review.reasons.includes("periodic");
  if (!decision || (differences.length === 0 && !isPeriodic)) return { refused: "NOTHING_TO_RATIFY" };
  if (decision.resolution === "accepted" && lacksReason(review, reason, context)) return { refused: "REASON_REQUIRED" };
  const today = dateIn(context.now, context.policy.working.time_zone);
  const { review_on = null } = decision;
  const kept = review_on !== null && review_on > today ? review_on : null;
  const outcome = decided(review, decision.resolution, "ratified", context, kept);
  if ("refused" in outcome) return outcome;
  return { ...outcome, entries: outcome.entries.map((entry) => ({ ...entry, differences })) };
}

/** Closing decides nothing, so it needs a second person only where two people decided before. */
const needsApproval = (resolution: Resolution, { by_two }: StoredReview, { facts, policy }: Context): boolean =>
  resolution === "closed"
    ? by_two
    : policy.approval === "always" || (policy.approval === "high" && hasHighFinding(facts));

function decided(
  review: StoredReview,
  resolution: Resolution,
  kind: LogKind,
  context: Context,
  day: string | null,
): Outcome {
  const { facts, shown, user_id, now, policy } = context;
  const made = { resolution, at: now, basis: shown ?? basisOf(facts) };
  const review_on = reviewOn(made, day, policy, now);
  const submitted = {
    ...made,
    ...(review_on !== null && { review_on }),
    ...(resolution === "accepted" && { exceptions: exceptionsNow(review, context) }),
  };
  if (needsApproval(resolution, review, context)) {
    const awaits = {
      state: "approval",
      resolution,
      submitted,
      submitted_by: user_id,
      // The author of a proposal continues with it after a return or a change of facts.
      assignee: user_id,
      wait: null,
      by_hand: true,
    } as const;
    return done(review, { ...awaits, due_at: review.due_at ?? dueAt(now, context.policy) }, "submitted");
  }
  // A ratification continues the decision of two people.
  const by_two = kind === "ratified" && review.by_two;
  return done(review, { ...standing({ ...submitted, by: user_id, differs_since: null }), by_two }, kind);
}

const standing = (decision: Decision): Partial<StoredReview> => ({
  ...NOT_SUBMITTED,
  state: "resolved",
  resolution: decision.resolution,
  decision,
  wait: null,
  by_hand: true,
  due_at: null,
  reasons: [],
});

/**
 * The approver's answer. The author of a proposal cannot approve it, but may withdraw it and keeps the file. An
 * approval rests on the facts of the proposal, since any change of them withdraws it.
 */
export function approved(review: StoredReview, approve: boolean, { user_id, now, policy }: Context): Outcome {
  const { state, submitted, submitted_by } = review;
  if (state !== "approval") return { refused: "NOT_AWAITING_APPROVAL" };
  if (!approve) return takenBack(review, user_id, submitted_by);
  if (user_id === submitted_by) return { refused: "SAME_PERSON" };
  if (!submitted) {
    const open = {
      ...NOT_SUBMITTED,
      state: "open",
      by_hand: true,
      decision: null,
      due_at: dueAt(now, policy),
    } as const;
    return done(review, open, "reopened");
  }
  const made = standing({ ...submitted, by: submitted_by, differs_since: null });
  return done(review, { ...made, by_two: true }, "approved");
}

/** Withdrawn by its author, or returned by another person: the file is open again, or its decision stays. */
function takenBack(review: StoredReview, user_id: string, assignee: string | null): Outcome {
  const kind = user_id === review.submitted_by ? "withdrawn" : "returned_by_approver";
  if (!isReopening(review)) return done(review, { ...NOT_SUBMITTED, state: "open", assignee }, kind);
  const resolution = review.decision?.resolution ?? null;
  return done(review, { ...NOT_SUBMITTED, state: "resolved", resolution, due_at: null }, kind);
}

/**
 * Undoes the newest entry of the log, if this user made it and it was no undo; `before` is the review at that time. A
 * newer entry of the rules prevents the undo: facts have overtaken the step.
 */
export function undone(
  last: { kind: LogKind; by: string | null; before: StoredReview } | null,
  { user_id }: Pick<Context, "user_id">,
): Outcome {
  if (!last || last.by !== user_id || last.kind === "undone") return { refused: "NOTHING_TO_UNDO" };
  return done(last.before, {}, "undone");
}

const done = (review: StoredReview, next: Partial<StoredReview>, kind: LogKind): Outcome => ({
  review: { ...review, ...next },
  entries: [entryOf(review, kind)],
});

/** The log entry of a step, with the reasons that the step settles. */
const entryOf = ({ reasons }: StoredReview, kind: LogKind): Entry => ({ kind, reasons, differences: [] });

/** Null if one of the ids is no item that needs attention. */
function handledBy(ids: readonly number[], { items }: ReviewFacts): HandledItem[] | null {
  const handled = ids.map((id) => items.find(({ item_id, problem }) => item_id === id && problem !== null));
  if (handled.includes(undefined)) return null;
  return handled.flatMap((item) => (item ? [handledOf(item)] : []));
}

const handledOf = ({ item_id, item_type, item_error }: HandledItem): HandledItem => ({
  item_id,
  item_type,
  item_error,
});

/** Keeps the newest acknowledgement of each item. */
const mergeHandled = (before: readonly HandledItem[], now: readonly HandledItem[]): HandledItem[] =>
  [...before.filter(({ item_id }) => !now.some((one) => one.item_id === item_id)), ...now].toSorted(
    (a, b) => a.item_id - b.item_id,
  );
