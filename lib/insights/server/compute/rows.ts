import { DOCUMENTS_STATUSES, type Severity } from "#lib/core/contract/verifications/verification.ts";
import { type Instant, instantToMs } from "#lib/platform/contract/time.ts";
import type { InsightFacts, ItemFact, LookupFact } from "./facts.ts";
import { countedCode as code, folding, idOfText, namedField } from "./fold.ts";

/** Texts by their ids. */
export type Texts = Map<string, string>;

/** The rows of a file, in the order of its facts (`0035_insights.sql`); adds the texts of its findings to `texts`. */
export function factRows(facts: InsightFacts, texts: Texts) {
  return {
    insight_files: [fileRow(facts)],
    insight_status_changes: statusRows(facts),
    insight_runs: runRows(facts, texts),
    insight_item_failures: failureRows(facts.items),
    insight_lookups: lookupRows(facts.lookups),
  };
}

export type FactRows = ReturnType<typeof factRows>;

/** Seconds with their microseconds; 0 where the end is not after the beginning. */
export function secondsBetween(from: Instant, to: Instant): number {
  const micros = (at: Instant) => Number(at.slice(23, 26));
  return Math.max(0, ((instantToMs(to) - instantToMs(from)) * 1_000 + micros(to) - micros(from)) / 1_000_000);
}

function fileRow({ file, runs }: InsightFacts) {
  const { created_at, documents_status, documents_status_at, first_completed_at, finished_at } = file;
  const final = runs.filter(({ source }) => source === "final");
  // A final run is emitted before `finished`, so its time often comes first.
  const [finished = null] = [finished_at, final[0]?.computed_at ?? null].filter((at) => at !== null).toSorted();
  const clean_at = final.find(({ findings }) => findings.length === 0)?.computed_at ?? null;
  const isUnreported = documents_status === "full_upload" && first_completed_at === null;
  return {
    completed_at: first_completed_at,
    completed_after: first_completed_at && created_at && secondsBetween(created_at, first_completed_at),
    unreported_at: isUnreported ? documents_status_at : null,
    clean_at,
    clean_after: clean_at && finished && secondsBetween(finished, clean_at),
  };
}

const STATUSES: readonly (string | null)[] = DOCUMENTS_STATUSES;

/** -1 for a state that the interface does not name. */
const rankOf = (status: string | null): number => STATUSES.indexOf(status);

const statusRows = ({ documents }: InsightFacts) =>
  documents.map(({ effective_at, documents_status, previous_documents_status: stated, gap }, place) => {
    const before = gap ? undefined : documents[place - 1];
    return {
      at: effective_at,
      documents_status: code(documents_status),
      previous: code(before?.documents_status ?? null),
      stayed: before ? secondsBetween(before.effective_at, effective_at) : null,
      is_gap: gap,
      is_backward: rankOf(documents_status) !== -1 && rankOf(stated) > rankOf(documents_status),
    };
  });

function runRows({ file, runs }: InsightFacts, texts: Texts) {
  if (runs.length === 0) return [];
  const fold = folding(file);
  const idsOf = (found: readonly (string | null)[]): string[] => {
    const ids = new Set<string>();
    for (const text of found) {
      if (text === null) continue;
      const id = idOfText(text);
      texts.set(id, text);
      ids.add(id);
    }
    return [...ids].toSorted();
  };
  return runs.map(({ computed_at, source, findings }) => {
    const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
    return {
      ...{ at: computed_at, source: code(source), high: count("high"), medium: count("medium"), low: count("low") },
      findings: findings.length,
      messages: idsOf(findings.map(({ message }) => fold(message))),
      missing_fields: idsOf(findings.map(({ missing_field }) => namedField(missing_field))),
    };
  });
}

/** An item that still fails for the same reason failed once. */
function failureRows(items: readonly ItemFact[]) {
  return items.flatMap((item, place) => {
    const { item_id, effective_at, item_type, item_error, problem } = item;
    const before = items[place - 1];
    const isSame =
      before?.item_id === item_id &&
      before.problem === problem &&
      before.item_type === item_type &&
      before.item_error === item_error;
    return problem === null || isSame
      ? []
      : [{ at: effective_at, item_type: code(item_type), item_error: code(item_error) }];
  });
}

/**
 * A row for every ended lookup: figures count files, and a file with failed lookups in two months counts in both. A
 * copy of an event is no lookup of its own, since facts have one row for equal data.
 */
function lookupRows(lookups: readonly LookupFact[]) {
  const last = new Map<number, string | null>();
  return lookups.map(({ people_id, effective_at, people_error }) => {
    const before = last.get(people_id) ?? null;
    last.set(people_id, people_error);
    return {
      at: effective_at,
      people_error: code(people_error),
      is_corrected: people_error === null && before !== null,
    };
  });
}
