import { shownName } from "#lib/contract/text.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { LabelHistoryEntry, VerificationLabel } from "#lib/contract/verifications/verification.ts";
import type { Client } from "#lib/server/db/database.ts";

type LabelChange = Omit<LabelHistoryEntry, "at"> & {
  label: string;
  effective_at: Instant;
  display_name: string | null;
  category: string | null;
};

/**
 * The labels of a verification, currently assigned labels first, each with the times of its last assignment and
 * removal. A comment update is a removal and an assignment (event rule 1), so it gives one current label with the new
 * comment.
 */
export async function readLabels(client: Client, verification_id: string): Promise<VerificationLabel[]> {
  const { rows } = await client.query<LabelChange>(
    `SELECT label, kind, effective_at, at_text, display_name, category, comment
     FROM label_changes_of($1) ORDER BY label COLLATE "C", place`,
    [verification_id],
  );
  return [...Map.groupBy(rows, ({ label }) => label)]
    .map(([label, own]) => labelOf(label, own))
    .toSorted((a, b) => Number(a.removed_at !== null) - Number(b.removed_at !== null));
}

function labelOf(label: string, changes: LabelChange[]): VerificationLabel {
  const current = changes.at(-1);
  return {
    label,
    display_name: shownName(current?.display_name ?? null),
    category: current?.category ?? null,
    comment: current?.comment ?? null,
    added_at: changes.findLast(({ kind }) => kind === "added")?.effective_at ?? null,
    removed_at: current?.kind === "removed" ? current.effective_at : null,
    history: changes.map(({ kind, effective_at, at_text, comment }) => ({ kind, at: effective_at, at_text, comment })),
  };
}
