import { compareLabelChanges, compareText } from "#lib/contract/events/ordering.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { VerificationLabel } from "#lib/contract/verifications/verification.ts";

export type LabelChange = {
  label: string;
  kind: "added" | "removed";
  effective_at: Instant;
  display_name: string | null;
  category: string | null;
  comment: string | null;
  digest: string;
};

/**
 * The labels of a verification: those assigned now first, each with its last assignment and, where it was taken off, when.
 * A comment update is a removal and an assignment (event rule 1), so it leaves one current row with the new comment.
 */
export function collectLabels(changes: readonly LabelChange[]): VerificationLabel[] {
  const byLabel = Map.groupBy(changes, (change) => change.label);
  return [...byLabel]
    .map(([label, own]) => labelOf(label, own.toSorted(compareLabelChanges)))
    .toSorted((a, b) => Number(a.removed_at !== null) - Number(b.removed_at !== null) || compareText(a.label, b.label));
}

function labelOf(label: string, ordered: LabelChange[]): VerificationLabel {
  const latest = ordered.at(-1);
  const added = ordered.findLast((change) => change.kind === "added");
  return {
    label,
    display_name: latest?.display_name ?? null,
    category: latest?.category ?? null,
    comment: latest?.comment ?? null,
    added_at: added?.effective_at ?? null,
    removed_at: latest?.kind === "removed" ? latest.effective_at : null,
    history: ordered.map(({ kind, effective_at, comment }) => ({ kind, at: effective_at, comment })),
  };
}
