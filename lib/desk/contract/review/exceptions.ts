import type { Exception } from "#lib/core/contract/verifications/review.ts";
import type { Finding, Severity } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { documentsOn } from "#lib/statements/contract/documents.ts";
import type { DocumentState } from "#lib/statements/contract/statement.ts";
import { isFinalRun } from "./basis.ts";
import { datedDocuments } from "./dates.ts";
import type { Basis, HandledItem, ReviewFacts, ReviewPolicy } from "./facts.ts";
import { isTemporary, needsPerson } from "./lookups.ts";
import { isHandled, personFrom } from "./reasons.ts";

const HIGH: Severity = "high";

/** By source of the known run: provisional runs, and final ones before a reopening, are not final. */
const RUN_IS_NOT_FINAL: Record<string, Exception> = { final: "run_not_final", provisional: "run_not_final" };

type DecidedOn = Pick<ReviewFacts, "status" | "documents_status" | "people" | "statements"> &
  Pick<Basis, "run" | "items">;
type Circumstances = { handled: readonly HandledItem[]; policy: ReviewPolicy; now: Instant };

/**
 * The exceptions of an acceptance: what it is made in spite of, in the order of `EXCEPTIONS`. Each reason of the queue
 * that is a problem is among them: `item` as `failed_item`, `person` as `person_unresolved`, `status_error` as
 * `status_not_finished`; a stalled file has no final run, so that its run, status or documents are.
 */
export function exceptionsOf(facts: DecidedOn, { handled, policy, now }: Circumstances): Exception[] {
  const { run, items, status, documents_status, people } = facts;
  const exceptions: Exception[] = [];
  if (hasHighFinding({ run })) exceptions.push("high_finding");
  // A handled document without a type needs nobody any more; a handled error remains an error.
  if (openItems({ items }).some((item) => item.problem === "failed" || !isHandled(item, handled))) {
    exceptions.push("failed_item");
  }
  if (!isFinalRun(run)) exceptions.push(RUN_IS_NOT_FINAL[run?.source ?? ""] ?? "run_unknown");
  if (documents_status !== null && documents_status !== "full_upload") exceptions.push("documents_incomplete");
  // A final run implies a complete verification, and comes before `finished` (interface, States).
  const isUnfinished =
    status === "error" || status === "pending_validation" || (status === "pending" && !isFinalRun(run));
  if (isUnfinished) exceptions.push("status_not_finished");
  const since = people?.map((person) => personFrom(person, policy.working)) ?? [];
  if (since.some((from) => from !== null && from <= now)) exceptions.push("person_unresolved");
  const states = statesAtDecision(facts, policy, now);
  if (states.has("expired")) exceptions.push("document_expired");
  if (states.has("too_old")) exceptions.push("document_too_old");
  return exceptions;
}

/** The states of the documents whose dates count at a decision. An unknown date is no exception. */
function statesAtDecision(facts: DecidedOn, policy: ReviewPolicy, now: Instant): ReadonlySet<DocumentState> {
  const today = dateIn(now, policy.working.time_zone);
  return new Set(
    documentsOn(datedDocuments(facts, policy), policy.documents, today)
      .filter(({ kind }) => kind.counts !== "check")
      .map(({ state }) => state),
  );
}

/** The high findings of the run, which are exceptions of an acceptance; equal ones are repeated. */
export const highFindings = ({ run }: Pick<Basis, "run">): Finding[] =>
  run?.items.filter(({ severity }) => severity === HIGH) ?? [];

export const hasHighFinding = (facts: Pick<Basis, "run">): boolean => highFindings(facts).length > 0;

export const openItems = ({ items }: Pick<Basis, "items">): Basis["items"] =>
  items.filter(({ problem }) => problem !== null);

/** The people whose lookups failed. Whether they make an exception depends on the time: see `exceptionsOf`. */
export const unresolvedPeople = <P extends Pick<NonNullable<Basis["people"]>[number], "outcome">>(
  people: readonly P[] | null,
): P[] => people?.filter(({ outcome }) => needsPerson(outcome) || isTemporary(outcome)) ?? [];
