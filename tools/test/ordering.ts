import type { Instant } from "#lib/platform/contract/time.ts";

/**
 * The order of facts (design §4, the table of facts): one rule for each kind of fact, written independently of the
 * database's functions (`lib/platform/server/db/migrations/0012_current_facts.sql`), which property tests compare with these. No rule
 * uses the order of arrival: if time and meaning leave two facts equal, the digest of their data decides.
 */

/** The fields of every fact: its effective time (canonical, bounded by its signature) and its digest in lowercase hex. */
export type OrderedFact = { effective_at: Instant; digest: string };

/** Negative if `a` is earlier, as `Array.sort` requires: sorting puts the oldest first. */
type Comparator<T> = (a: T, b: T) => number;

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byTime: Comparator<OrderedFact> = (a, b) => ascending(a.effective_at, b.effective_at);
const byDigest: Comparator<{ digest: string }> = (a, b) => ascending(a.digest, b.digest);

export type DocumentChangeFact = OrderedFact & {
  documents_status: string;
  previous_documents_status: string | null;
};

/**
 * All known document status changes of one verification, oldest first. Of two changes at one instant the later one is the
 * one whose previous value is the other's value. `gap` marks a change whose previous value differs from the value before it
 * (interface, event rule 2), and a first known change with a previous value: an event before it is missing.
 */
export function orderDocumentChanges<T extends DocumentChangeFact>(changes: readonly T[]): (T & { gap: boolean })[] {
  const ranked = [...Map.groupBy(changes, ({ effective_at }) => effective_at).values()].flatMap(rankedWithinInstant);
  ranked.sort((a, b) => byTime(a.change, b.change) || a.rank - b.rank || byDigest(a.change, b.change));
  return ranked.map(({ change }, position) => ({
    ...change,
    gap: change.previous_documents_status !== (ranked[position - 1]?.change.documents_status ?? null),
  }));
}

/**
 * 2 for a change that only follows another of its instant, 0 for a change that only precedes, 1 for neither or both.
 */
function rankedWithinInstant<T extends DocumentChangeFact>(changes: readonly T[]): { change: T; rank: number }[] {
  const to = Map.groupBy(changes, ({ documents_status }) => documents_status);
  const from = Map.groupBy(changes, ({ previous_documents_status }) => previous_documents_status);
  return changes.map((change) => {
    const isOther = ({ digest }: T) => digest !== change.digest;
    const follows = to.get(change.previous_documents_status ?? "")?.some(isOther) ?? false;
    const precedes = from.get(change.documents_status)?.some(isOther) ?? false;
    return { change, rank: 1 + Number(follows) - Number(precedes) };
  });
}

export type FindingsRunFact = {
  /** Null for findings read without a time: any run with a time is later. */
  effective_at: Instant | null;
  digest: string;
  source: string | null;
  found_by: "event" | "api";
};

const sourceRank = (run: FindingsRunFact): number => {
  if (run.found_by === "api") return 0;
  return run.source === "final" ? 3 : run.source === "provisional" ? 2 : 1;
};

/** Later `computed_at`; at equal times final beats provisional beats any other beats one found by reading (event rule 3). */
export const compareFindingsRuns: Comparator<FindingsRunFact> = (a, b) =>
  ascending(a.effective_at ?? "", b.effective_at ?? "") || sourceRank(a) - sourceRank(b) || byDigest(a, b);

export type ItemChangeFact = OrderedFact & {
  kind: "completed" | "extraction_completed" | "internal_status_changed";
  item_error: string | null;
};

const ITEM_KIND_RANK = { internal_status_changed: 0, extraction_completed: 1, completed: 2 } as const;

/**
 * Changes of one item. At equal times completed beats extraction_completed beats internal_status_changed, and a present
 * error beats an absent one. The last change gives the item's type and error; the last `internal_status_changed` gives the
 * internal status.
 */
export const compareItemChanges: Comparator<ItemChangeFact> = (a, b) =>
  byTime(a, b) ||
  ITEM_KIND_RANK[a.kind] - ITEM_KIND_RANK[b.kind] ||
  Number(a.item_error !== null) - Number(b.item_error !== null) ||
  byDigest(a, b);

export type LabelChangeFact = OrderedFact & { kind: "added" | "removed" };

/** Changes of one label. At equal times assigned beats removed: a comment update emits both (event rule 1). */
export const compareLabelChanges: Comparator<LabelChangeFact> = (a, b) =>
  byTime(a, b) || Number(a.kind === "added") - Number(b.kind === "added") || byDigest(a, b);

/** Lookups of one person. */
export const compareLookups: Comparator<OrderedFact> = (a, b) => byTime(a, b) || byDigest(a, b);

export type ObservationFact = OrderedFact & { found_by: "event" | "api" };

/**
 * Statements of a field that both events and snapshots contain (status, documents_status, tag …): the later one wins; at
 * equal times the event wins. A snapshot has the time of its read, and the hash of its body as digest.
 */
export const compareObservations: Comparator<ObservationFact> = (a, b) =>
  byTime(a, b) || Number(a.found_by === "event") - Number(b.found_by === "event") || byDigest(a, b);

/**
 * The current value among observations sorted oldest first, and the time since when it holds: a read that only confirms a
 * value does not make it newer. Null without observations.
 */
export function currentValue<T extends { effective_at: Instant }>(
  observations: readonly T[],
  read: (observation: T) => string,
): { value: string; since: Instant } | null {
  const last = observations.at(-1);
  if (!last) return null;
  const value = read(last);
  const other = observations.findLastIndex((observation) => read(observation) !== value);
  return { value, since: observations[other + 1]?.effective_at ?? last.effective_at };
}
