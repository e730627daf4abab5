import { documentsOf, documentsOn, statesOf } from "#lib/statements/contract/documents.ts";
import { relationOf } from "#lib/statements/contract/due.ts";
import type { CheckedRelation, DatedDocument } from "#lib/statements/contract/statement.ts";
import type { Decision, ReviewFacts, ReviewPolicy } from "./facts.ts";

type Dated = Pick<ReviewFacts, "statements" | "people"> & {
  items: readonly Pick<ReviewFacts["items"][number], "item_id" | "item_type" | "completed_at">[];
};
type DatesPolicy = Pick<ReviewPolicy, "documents" | "yearly_check" | "working">;

/** The documents of the policy with what is stated about them in this file. */
export const datedDocuments = ({ statements, ...file }: Dated, { documents, working }: DatesPolicy): DatedDocument[] =>
  documentsOf(documents, statements, file, working.time_zone);

/** The documents that end the standing of an acceptance for other systems, each from a day on, by a rule of the policy. */
export const standingEnds = (
  facts: Dated,
  policy: DatesPolicy,
  today: string,
): { document_kind: string; from: string }[] =>
  documentsOn(datedDocuments(facts, policy), policy.documents, today).flatMap(({ document, kind, state }) => {
    if (!kind.ends_standing || !LATE.has(state)) return [];
    const began = statesOf(document, kind).find(({ from, state }) => from !== null && LATE.has(state))?.from ?? today;
    const from = kind.first_day !== undefined && began < kind.first_day ? kind.first_day : began;
    return from > today ? [] : [{ document_kind: kind.key, from }];
  });

const LATE: ReadonlySet<string> = new Set(["expired", "too_old"]);

/** The documents and the relationship of a file, by its standing decision. */
export const datesOfFile = (
  facts: Dated,
  policy: DatesPolicy,
  decision: Pick<Decision, "resolution" | "at" | "review_on"> | null,
): { documents: DatedDocument[]; relation: CheckedRelation | null; accepted: boolean; review_on: string | null } => {
  const accepted = decision?.resolution === "accepted";
  const accepted_at = accepted ? decision.at : null;
  return {
    documents: datedDocuments(facts, policy),
    relation: relationOf(facts.statements, policy, accepted_at, policy.working.time_zone),
    accepted,
    review_on: decision?.review_on ?? null,
  };
};
