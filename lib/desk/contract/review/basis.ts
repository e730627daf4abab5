import { canonicalJson } from "#lib/platform/contract/text.ts";
import { newestDates } from "#lib/statements/contract/documents.ts";
import type { Basis, BasisDates, ReviewFacts, ReviewPerson, ReviewRun } from "./facts.ts";
import { sortFindings } from "./findings.ts";

/**
 * The basis of a decision on these facts: items and people by their ids, findings by `sortFindings`, so that the same
 * facts give the same basis in any order of arrival.
 */
export function basisOf(facts: ReviewFacts): Basis {
  const { status, documents_status, reopened_at, run, items, people } = facts;
  const dates = datesOf(facts.statements);
  return {
    status,
    documents_status,
    labels: facts.labels.toSorted(),
    reopened_at,
    run: run && {
      run_id: run.run_id,
      source: run.source,
      computed_at: run.computed_at,
      before_reopening: run.before_reopening,
      items: sortFindings(run.items),
    },
    items: items
      .map(({ item_id, item_type, item_error, problem, completed_at }) => ({
        item_id,
        item_type,
        item_error,
        problem,
        completed_at,
      }))
      .toSorted((a, b) => a.item_id - b.item_id),
    ...(dates.length > 0 && { dates }),
    people: people?.map(personOf).toSorted((a, b) => compare(personKey(a), personKey(b))) ?? null,
  };
}

/** By document, so that the same statements give the same basis. */
const datesOf = (statements: ReviewFacts["statements"]): BasisDates[] =>
  [...newestDates(statements)]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, { statement_id, document_kind, people_id, issued_on, expires_on, no_expiry }]) => ({
      ...{ statement_id, document_kind, people_id: people_id ?? null },
      ...{ issued_on: issued_on ?? null, expires_on: expires_on ?? null, no_expiry: no_expiry ?? false },
    }));

/** Copies each field by name: a basis is kept for years, and holds only codes and hashes of a person. */
const personOf = (person: ReviewPerson): Omit<ReviewPerson, "since"> => ({
  people_id: person.people_id,
  outcome: person.outcome,
  people_error: person.people_error,
  curp_hash: person.curp_hash,
  name_hash: person.name_hash,
  birth_date_hash: person.birth_date_hash,
});

/** Final and not outdated by a reopening: then the verification is complete (interface, States: Findings runs). */
export const isFinalRun = (run: Pick<ReviewRun, "source" | "before_reopening"> | null): boolean =>
  run?.source === "final" && !run.before_reopening;

const personKey = (person: NonNullable<Basis["people"]>[number]): string =>
  `${String(person.people_id ?? "").padStart(16, "0")}${canonicalJson(person)}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
