import { compareItemChanges } from "#lib/contract/events/ordering.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { ItemHistoryEntry, VerificationItem } from "#lib/contract/verifications/verification.ts";

export type ItemChange = Omit<ItemHistoryEntry, "at"> & { item_id: number; effective_at: Instant; digest: string };

/**
 * The items of a verification, in the order of their ids. Type and error come from the latest of an item's three kinds of
 * time, its internal status from the latest change of it (design §4).
 */
export function collectItems(changes: readonly ItemChange[]): VerificationItem[] {
  const byItem = Map.groupBy(changes, (change) => change.item_id);
  return [...byItem]
    .map(([item_id, own]) => itemOf(item_id, own.toSorted(compareItemChanges)))
    .toSorted((a, b) => a.item_id - b.item_id);
}

function itemOf(item_id: number, ordered: ItemChange[]): VerificationItem {
  const latest = ordered.at(-1);
  const last = (kind: ItemChange["kind"]) => ordered.findLast((change) => change.kind === kind);
  const extraction = last("extraction_completed");
  return {
    item_id,
    item_type: latest?.item_type ?? null,
    item_error: latest?.item_error ?? null,
    internal_status: last("internal_status_changed")?.internal_status ?? null,
    completed_at: last("completed")?.effective_at ?? null,
    extraction_completed_at: extraction?.effective_at ?? null,
    success: extraction?.success ?? null,
    history: ordered.map(({ item_id: _, digest: __, effective_at, ...entry }) => ({ ...entry, at: effective_at })),
  };
}
