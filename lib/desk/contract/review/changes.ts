import type { Difference } from "#lib/core/contract/verifications/review.ts";
import { DIFFERENCE_KINDS } from "#lib/core/contract/verifications/review-codes.ts";
import { isOutcomeType } from "#lib/core/contract/verifications/verification.ts";
import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import { addWorkingDays } from "#lib/platform/contract/working-time.ts";
import { isFinalRun } from "./basis.ts";
import type { Basis, Decision, ReviewFacts, ReviewPolicy } from "./facts.ts";
import { findingDifferences } from "./findings.ts";
import { isTemporary, needsPerson } from "./lookups.ts";

const MINUTE_MS = 60_000;
const LABEL_DELAY_MS = 20 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Verdict = Pick<Decision, "resolution" | "at" | "basis">;

/**
 * The differences between the basis of a decision and the present facts, and whether each brings the decision back. In the
 * order of `DIFFERENCE_KINDS`, then by subject. Facts that are no longer stored (retention, a rebuild) make no difference.
 */
export function differencesFrom(decision: Verdict, facts: ReviewFacts, policy: ReviewPolicy): Difference[] {
  return [
    ...runDifferences(decision, facts),
    ...facts.items.flatMap((item) => itemDifference(decision, item) ?? []),
    ...(facts.people ?? []).flatMap((person) => personDifference(decision, person) ?? []),
    ...statusDifferences(decision, facts),
    ...labelDifferences(decision.basis, facts, policy),
  ].toSorted(inOrder);
}

function inOrder(a: Difference, b: Difference): number {
  const byKind = DIFFERENCE_KINDS.indexOf(a.kind) - DIFFERENCE_KINDS.indexOf(b.kind);
  return byKind || (subjectOf(a) < subjectOf(b) ? -1 : 1);
}
const subjectOf = ({ item_id, people_id, label, ...rest }: Difference): string =>
  [item_id, people_id].map((id) => String(id ?? "").padStart(16, "0")).join() + JSON.stringify([label, rest]);

/** A run that is missing in the facts is no difference, nor is a redelivered run. */
function runDifferences({ resolution, basis }: Verdict, { run, status }: ReviewFacts): Difference[] {
  const before = basis.run;
  if (!run || (before && run.run_id !== null && run.run_id === before.run_id)) return [];
  const isFinal = isFinalRun(run);
  const found = findingDifferences(before?.items ?? [], run.items).map((difference): Difference => {
    const { kind } = difference;
    if (kind === "wording") return { ...difference, brings_back: resolution === "accepted" };
    const isBetter = kind === "finding_gone" || kind === "finding_milder";
    return { ...difference, brings_back: !isBetter || (resolution !== "accepted" && isFinal) };
  });
  if (isFinalRun(before) && run.source === "provisional" && status === "finished") {
    const shown = found.map((difference) => ({ ...difference, brings_back: false }));
    return [{ kind: "run_newer_provisional", brings_back: false }, ...shown];
  }
  const isConfirmed = before !== null && isFinal && (!isFinalRun(before) || run.computed_at !== before.computed_at);
  return found.length === 0 && isConfirmed ? [{ kind: "run_confirmed", brings_back: false }] : found;
}

/**
 * At most one difference for each item. An item that was known at the decision and completes after it counts as new:
 * nobody has seen its contents. An item in process is no difference until it completes or fails.
 */
function itemDifference({ resolution, at, basis }: Verdict, item: ReviewFacts["items"][number]): Difference | null {
  const { item_id, item_type, item_error, problem, completed_at } = item;
  const accepted = resolution === "accepted";
  const differs = (kind: Difference["kind"], brings_back: boolean): Difference => ({
    kind,
    brings_back,
    item_id,
    item_type,
    item_error,
    ...(before && { before: before.item_type, after: item_type }),
  });
  const before = basis.items.find((known) => known.item_id === item_id);
  const isLate = completed_at !== null && completed_at <= at;
  if (!before && isLate) return differs("item_learned_late", accepted && problem !== null);
  if (!before && completed_at !== null) return differs("item_new", true);
  if (problem !== null && !before?.problem) return differs("item_problem", true);
  if (!before) return null;
  const hasOtherType = before.item_type !== null && item_type !== null && before.item_type !== item_type;
  if (problem === null && before.problem !== null && (!hasOtherType || isOutcomeType(before.item_type))) {
    return differs("item_recovered", !accepted);
  }
  if (hasOtherType) return differs("item_type", true);
  if (before.completed_at !== null || completed_at === null) return null;
  return isLate ? differs("item_learned_late", false) : differs("item_new", true);
}

type Person = NonNullable<ReviewFacts["people"]>[number];
type PersonBefore = NonNullable<Basis["people"]>[number];

/**
 * At most one difference for each person. A person missing from the service's list is no difference, since a deleted
 * answer looks the same. If the people were unknown at the decision, people who need attention count as new.
 */
function personDifference({ resolution, basis }: Verdict, person: Person): Difference | null {
  const { people_id, people_error, outcome } = person;
  const accepted = resolution === "accepted";
  const isWrong = needsPerson(outcome);
  const before = basis.people?.find((known) => isSamePerson(known, person));
  const differs = (kind: Difference["kind"], brings_back: boolean): Difference => ({
    kind,
    brings_back,
    people_id,
    people_error,
    ...(before && { before: before.outcome, after: outcome }),
  });
  if (!basis.people) return isWrong ? differs("person_new", accepted) : null;
  if (!before) return differs("person_new", true);
  if (hasOtherData(before, person)) return differs("person_changed", true);
  if (isWrong && before.outcome === "found") return differs("person_not_found", true);
  // Unknown at the decision: the lookup was missing or impossible.
  if (isWrong && !needsPerson(before.outcome)) return differs("person_not_found", accepted);
  const hadFailed = needsPerson(before.outcome) || isTemporary(before.outcome);
  return outcome === "found" && hadFailed ? differs("person_improved", !accepted) : null;
}

/** People without an id are the same if all their hashes are equal. */
const isSamePerson = (a: PersonBefore, b: Person): boolean =>
  a.people_id === b.people_id && (a.people_id !== null || HASHES.every((hash) => a[hash] === b[hash]));

const HASHES = ["curp_hash", "name_hash", "birth_date_hash"] as const;

const hasOtherData = (before: PersonBefore, person: Person): boolean =>
  HASHES.some((hash) => before[hash] !== null && person[hash] !== null && before[hash] !== person[hash]);

function statusDifferences({ resolution, basis }: Verdict, facts: ReviewFacts): Difference[] {
  const differences: Difference[] = [];
  const add = (kind: Difference["kind"], before: string | null, after: string) =>
    differences.push({ kind, brings_back: resolution === "accepted", before, after });
  const { status, documents_status, reopened_at } = facts;
  if (basis.documents_status === "full_upload" && documents_status !== null && documents_status !== "full_upload") {
    add("documents_back", basis.documents_status, documents_status);
  }
  if (status === "error" && basis.status !== "error") add("status_error", basis.status, status);
  if (reopened_at !== null && reopened_at !== basis.reopened_at) add("reopened", basis.reopened_at, reopened_at);
  return differences;
}

/** Labels that an admin chose to watch, assigned or taken off; a comment is no difference. */
const labelDifferences = (basis: Basis, { labels }: ReviewFacts, { watched_labels }: ReviewPolicy): Difference[] =>
  [...new Set(watched_labels)]
    .filter((label) => basis.labels.includes(label) !== labels.includes(label))
    .map((label) => ({
      kind: "label",
      brings_back: true,
      label,
      before: basis.labels.includes(label) ? label : null,
      after: labels.includes(label) ? label : null,
    }));

/**
 * When differences queue the file; null if none brings it back. `since` is when the first of them was seen. At once for a
 * finished verification, else at the next final run or 24 hours after `since`; for a reopening after a working day, for a
 * watched label after 20 minutes.
 */
export function queuedAt(
  differences: readonly Difference[],
  basis: Basis,
  facts: ReviewFacts,
  since: Instant,
  policy: ReviewPolicy,
): Instant | null {
  const times = differences
    .filter(({ brings_back }) => brings_back)
    .map(({ kind }) => {
      if (kind === "reopened") return addWorkingDays(facts.reopened_at ?? since, 1, policy.working);
      return kind === "label" ? addMs(since, LABEL_DELAY_MS) : atCompletion(basis, facts, since);
    });
  return times.toSorted()[0] ?? null;
}

function atCompletion(basis: Basis, { run, status, status_at }: ReviewFacts, since: Instant): Instant {
  const times = [addMs(since, DAY_MS)];
  const isNewRun = run?.run_id !== basis.run?.run_id || run?.computed_at !== basis.run?.computed_at;
  if (status === "finished") times.push(status_at ?? since);
  if (run && isNewRun && isFinalRun(run)) times.push(run.known_at);
  const first = times.toSorted()[0] ?? since;
  return first > since ? first : since;
}
