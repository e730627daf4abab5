import type { FactKind } from "#lib/contract/verifications/activity.ts";
import type { FactTable } from "#lib/server/projections/fact-tables.ts";
import type { ChangedSnapshot } from "#lib/server/projections/write-snapshots.ts";

const KINDS: { [T in FactTable]: FactKind } = {
  document_status_changes: "documents_status",
  findings_runs: "findings",
  item_changes: "items",
  label_changes: "labels",
  curp_lookups: "people",
  verification_statements: "status",
};

/**
 * What to announce of a batch: the kinds of fact that are new, by verification; every delivery is news in the lists of
 * deliveries, even where it adds no fact. Snapshots come in only where they differ from the read before: else opening →
 * snapshot → message → refetch → read would never end (design §5).
 */
export function changedKinds(
  delivered: Iterable<string>,
  facts: ReadonlyMap<FactTable, ReadonlySet<string>>,
  snapshots: readonly ChangedSnapshot[],
): Map<string, Set<FactKind>> {
  const changed = new Map<string, Set<FactKind>>();
  const add = (verificationId: string, kind: FactKind): void => {
    const kinds = changed.get(verificationId) ?? new Set();
    changed.set(verificationId, kinds.add(kind));
  };
  for (const id of delivered) add(id, "delivery");
  for (const [table, ids] of facts) for (const id of ids) add(id, KINDS[table]);
  for (const { verification_id, subject } of snapshots) {
    add(verification_id, "snapshot");
    if (subject === "people") add(verification_id, "people");
  }
  return changed;
}
