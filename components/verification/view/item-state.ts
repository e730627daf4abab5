import type { VerificationItem } from "#lib/contract/verifications/verification.ts";

export type ItemState = "failed" | "unclassified" | "open" | "done";

/** What a reviewer looks at first stands first. */
const URGENCY: readonly ItemState[] = ["failed", "unclassified", "open", "done"];

type StateFields = Pick<VerificationItem, "item_type" | "item_error" | "success" | "completed_at">;

/**
 * Where an item stands. An unreadable file and a failed extraction are failures even where no `item_error` says so, since
 * that is optional; an item completes with an error as well as without one (interface, Item-type outcomes, Events).
 */
export function itemState(item: StateFields): ItemState {
  if (item.item_error !== null || item.item_type === "corrupted_file" || item.success === false) return "failed";
  if (item.item_type === "unknown") return "unclassified";
  return item.completed_at === null ? "open" : "done";
}

/** The items with their states, most urgent first, within a state by id. */
export function itemsByUrgency(items: readonly VerificationItem[]): { item: VerificationItem; state: ItemState }[] {
  return items
    .map((item) => ({ item, state: itemState(item) }))
    .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || a.item.item_id - b.item.item_id);
}
