import type { Difference } from "#lib/core/contract/verifications/review.ts";
import { REASONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { differencesFrom, queuedAt } from "./changes.ts";
import type { Evaluation, ReviewActions, ReviewFacts, ReviewPolicy, TimedReason } from "./facts.ts";
import { periodicReason } from "./periodic.ts";
import { readingDue, reasonsOf } from "./reasons.ts";

/**
 * Evaluates the rules for a verification. `now` only dates a difference that is seen for the first time. A decision settles
 * every reason of its basis: after it only `changed`, `periodic` and the reasons of a later wait hold.
 */
export function evaluate(facts: ReviewFacts, standing: ReviewActions, policy: ReviewPolicy, now: Instant): Evaluation {
  const { decision, submitted, wait } = standing;
  const fromDecision = decision ? differencesFrom(decision, facts, policy) : [];
  const bringsBack = fromDecision.some(({ brings_back }) => brings_back);
  const differs_since = bringsBack ? (decision?.differs_since ?? now) : null;
  const queued_at = decision && differs_since && queuedAt(fromDecision, decision.basis, facts, differs_since, policy);
  const reasons = reasonsOf(facts, standing, policy).filter(
    ({ reason }) => !decision || (wait && (reason === "answered" || reason === "follow_up")),
  );
  reasons.push(...periodicReason(decision, policy));
  if (queued_at) reasons.push({ reason: "changed", from: queued_at });
  return {
    reasons: reasons.toSorted(byTime),
    differences: submitted ? differencesFrom(submitted, facts, policy) : fromDecision,
    differs_since,
    queued_at,
    reading_due: decision ? confirmationDue(fromDecision, facts) : readingDue(facts, policy),
  };
}

/**
 * When a read is due because a provisional run followed the final run of a verification that is still finished: a read
 * shows the current run. Null if none is due.
 */
function confirmationDue(differences: readonly Difference[], { run, read_at }: ReviewFacts): Instant | null {
  if (!run || !differences.some(({ kind }) => kind === "run_newer_provisional")) return null;
  return read_at === null || read_at < run.known_at ? run.known_at : null;
}

const byTime = (a: TimedReason, b: TimedReason): number =>
  a.from === b.from ? REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) : a.from < b.from ? -1 : 1;
