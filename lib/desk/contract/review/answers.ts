import type { PointAnswer, RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Basis, ReviewFacts, Wait } from "./facts.ts";
import { isOnlyWording, sameFindings } from "./findings.ts";
import { fieldKey } from "./request.ts";

/**
 * Answers of a customer to a request, derived from facts: no event states which request a document answers. Independent
 * of the order of the facts.
 */

type RequestState = Pick<Wait, "since" | "basis">;

/** The answer to each point of a request, in its order. */
export const answersOf = (
  { request, ...asked }: RequestState & Pick<Wait, "request">,
  facts: ReviewFacts,
): { point: RequestPoint; answer: PointAnswer }[] =>
  request.map((point) => ({ point, answer: answerTo(point, asked, facts) }));

function answerTo(point: RequestPoint, asked: RequestState, facts: ReviewFacts): PointAnswer {
  if (isResolved(point, asked, facts)) return "resolved";
  return documentArrivals(facts, asked).length > 0 || differs(point, asked, facts) ? "arrived" : "nothing";
}

function isResolved(
  point: RequestPoint,
  { since, basis }: RequestState,
  { run, items, people, documents_status }: ReviewFacts,
) {
  switch (point.about) {
    case "missing_field": {
      // A run known at the request shows nothing about later changes.
      const isNewer = run !== null && run.known_at > since && (run.run_id === null || run.run_id !== basis.run?.run_id);
      const key = fieldKey(point.missing_field);
      return (
        isNewer && !run.items.some(({ missing_field }) => missing_field !== null && fieldKey(missing_field) === key)
      );
    }
    case "item":
      return items.some(({ item_id, problem }) => item_id === point.item_id && problem === null);
    case "person":
      return people?.some(({ people_id, outcome }) => people_id === point.people_id && outcome === "found") ?? false;
    case "documents":
      return documents_status === "full_upload";
  }
}

/** Whether the subject of a point has changed since the request without being resolved. */
function differs(point: RequestPoint, { basis }: RequestState, { items, people }: ReviewFacts): boolean {
  if (point.about === "item") {
    const now = items.find(({ item_id }) => item_id === point.item_id);
    return now !== undefined && (now.item_type !== point.item_type || now.item_error !== point.item_error);
  }
  if (point.about !== "person" || !basis.people || !people) return false;
  const known = basis.people;
  const [before, now] = [known, people].map((all) => all.find(({ people_id }) => people_id === point.people_id));
  // A new person may be the same one with a corrected CURP.
  const isSomeoneNew = people.some((one) => !known.some(({ people_id }) => people_id === one.people_id));
  return isSomeoneNew || (before !== undefined && now !== undefined && lookupOf(before) !== lookupOf(now));
}

const lookupOf = ({ outcome, people_error, curp_hash }: NonNullable<Basis["people"]>[number]): string =>
  JSON.stringify([outcome, people_error, curp_hash]);

/**
 * Arrivals that may answer a request: an item completed since, `documents_status` rose, or findings differ in more than
 * wording. Facts unknown at the time of the request are no answer once they are known.
 */
export function documentArrivals(facts: ReviewFacts, { since, basis }: RequestState): Instant[] {
  const arrivals = facts.items.flatMap(({ completed_at }) =>
    completed_at !== null && completed_at > since ? [completed_at] : [],
  );
  const [was, is] = [rank(basis.documents_status), rank(facts.documents_status)];
  if (was !== -1 && is > was) arrivals.push(facts.documents_status_at ?? since);
  const { run } = facts;
  const before = basis.run?.items ?? [];
  if (run && run.known_at > since && !sameFindings(before, run.items) && !isOnlyWording(before, run.items)) {
    arrivals.push(run.known_at);
  }
  return arrivals;
}

const rank = (documents_status: string | null): number =>
  (DOCUMENTS_STATUSES as readonly (string | null)[]).indexOf(documents_status);
