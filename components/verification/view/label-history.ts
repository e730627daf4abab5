import type { LabelHistoryEntry } from "#lib/contract/verifications/verification.ts";

export type LabelStep = {
  kind: "assigned" | "assignedAgain" | "commentChanged" | "removed";
  at: string;
  /** The comment from then on; of a removal, the one at that moment. */
  comment: string | null;
  /** Of a changed comment: the one before. */
  before: string | null;
};

/** The two events of a comment update bear about the same time; a person who takes a label off and on again is slower. */
const AT_ONCE_MS = 1_000;

/**
 * What happened to a label, oldest first. A removal and an assignment at once with another comment are one changed comment
 * (interface, event rule 1: the payloads have no id that would tie them together). So is an assignment of what is assigned
 * already, where only the comment differs.
 */
export function labelSteps(history: readonly LabelHistoryEntry[]): LabelStep[] {
  const steps: LabelStep[] = [];
  for (const { kind, at, comment } of history) {
    const last = steps.at(-1);
    if (kind === "removed") steps.push({ kind: "removed", at, comment, before: null });
    else if (last?.kind === "removed") {
      const atOnce = Date.parse(at) - Date.parse(last.at) <= AT_ONCE_MS;
      const changed = atOnce && last.comment !== comment;
      if (changed) steps.pop();
      steps.push(
        changed
          ? { kind: "commentChanged", at, comment, before: last.comment }
          : { kind: "assignedAgain", at, comment, before: null },
      );
    } else if (!last) steps.push({ kind: "assigned", at, comment, before: null });
    else {
      const changed = last.comment !== comment;
      steps.push({
        kind: changed ? "commentChanged" : "assignedAgain",
        at,
        comment,
        before: changed ? last.comment : null,
      });
    }
  }
  return steps;
}
