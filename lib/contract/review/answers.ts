import type { Instant } from "#lib/contract/time.ts";
import type { PointAnswer, RequestPoint } from "#lib/contract/verifications/review.ts";
import { DOCUMENTS_STATUSES } from "#lib/contract/verifications/verification.ts";
import type { Basis, ReviewFacts, Wait } from "./facts.ts";
import { isOnlyWording, sameFindings } from "./findings.ts";
import { fieldKey } from "./request.ts";

/**
 * The answers to a request to a customer, by facts alone: no event tells that one document answers another. The same
 * for the same facts, whatever the order in which they came.
 */

type Asked = Pick<Wait, "since" | "basis">;

/** The answer to each point of a request, in its order. */
export const answersOf = (
  { request, ...asked }: Asked & Pick<Wait, "request">,
  facts: ReviewFacts,
): { point: RequestPoint; answer: PointAnswer }[] =>
  request.map((point) => ({ point, answer: answerTo(point, asked, facts) }));

function answerTo(point: RequestPoint, asked: Asked, facts: ReviewFacts): PointAnswer {
  if (isResolved(point, asked, facts)) return "resolved";
  return documentArrivals(facts, asked).length > 0 || differs(point, asked, facts) ? "arrived" : "nothing";
}

function isResolved(
  point: RequestPoint,
  { since, basis }: Asked,
  { run, items, people, documents_status }: ReviewFacts,
) {
  switch (point.about) {
    case "missing_field": {
      // A run that was known when it was asked for says nothing of what came since.
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

/** Whether what the point is about is not as it was asked for, though not resolved either. */
function differs(point: RequestPoint, { basis }: Asked, { items, people }: ReviewFacts): boolean {
  if (point.about === "item") {
    const now = items.find(({ item_id }) => item_id === point.item_id);
    return now !== undefined && (now.item_type !== point.item_type || now.item_error !== point.item_error);
  }
  if (point.about !== "person" || !basis.people || !people) return false;
  const known = basis.people;
  const [before, now] = [known, people].map((all) => all.find(({ people_id }) => people_id === point.people_id));
  // Somebody who is new may be the same person with the CURP corrected.
  const isSomeoneNew = people.some((one) => !known.some(({ people_id }) => people_id === one.people_id));
  return isSomeoneNew || (before !== undefined && now !== undefined && lookupOf(before) !== lookupOf(now));
}

const lookupOf = ({ outcome, people_error, curp_hash }: NonNullable<Basis["people"]>[number]): string =>
  JSON.stringify([outcome, people_error, curp_hash]);

/**
 * When something came that may answer a request: an item completed since, `documents_status` rose, or findings differ in
 * more than wording. What was unknown when the customer was asked is no answer once it is known.
 */
export function documentArrivals(facts: ReviewFacts, { since, basis }: Asked): Instant[] {
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
