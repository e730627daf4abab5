import { isDeepStrictEqual } from "node:util";
import type { Change } from "./change.ts";
import { type Advanced, itemFields } from "./event.ts";
import { ChangeRefused } from "./refused.ts";
import type { ItemState, VerificationState } from "./state.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

/** A new item, or an item's next internal status. A new item reopens a finished verification (interface, States). */
export function setItemStatus(before: VerificationState, change: Of<"item_status">, time: string): Advanced {
  const known = before.items.find((item) => item.item_id === change.item_id);
  if (known && !mayBecome(known.item_type, change.item_type)) {
    throw new ChangeRefused("only a generic item is classified, and only an unreadable one becomes corrupted_file");
  }
  const item: ItemState = {
    ...(known ?? { item_id: change.item_id, extraction_completed_at: null, success: null, completed_at: null }),
    item_type: change.item_type,
    internal_status: change.internal_status,
    item_error: change.item_error ?? known?.item_error ?? null,
  };
  // The event says that an item's status changes: the same again is no change.
  if (known && isDeepStrictEqual(known, item)) return { state: before, events: [] };
  const reopened = !known && before.status === "finished";
  const state = { ...withItem(before, item), status: reopened ? ("pending" as const) : before.status };
  const data = { ...itemFields(state, item), internal_status: item.internal_status, updated_at: time };
  return { state, events: [{ event_name: "verification_item.v2.internal_status_changed", data }] };
}

/** Extraction of an item ended, before it is marked completed. */
export function extractItem(before: VerificationState, change: Of<"item_extracted">, time: string): Advanced {
  const item = {
    ...open(before, change.item_id),
    extraction_completed_at: time,
    success: change.success,
    item_error: change.item_error ?? null,
  };
  const state = withItem(before, item);
  const data = { ...itemFields(state, item), extraction_completed_at: time, success: change.success };
  return { state, events: [{ event_name: "verification_item.v2.extraction_completed", data }] };
}

export function completeItem(before: VerificationState, change: Of<"item_completed">, time: string): Advanced {
  const item = { ...open(before, change.item_id), completed_at: time };
  const state = withItem(before, item);
  const data = { ...itemFields(state, item), completed_at: time };
  return { state, events: [{ event_name: "verification_item.v2.completed", data }] };
}

/** Types change by classification of a `generic` item, or to `corrupted_file` (interface, States: Item). */
const mayBecome = (from: string, to: string): boolean => from === to || from === "generic" || to === "corrupted_file";

function open(state: VerificationState, itemId: number): ItemState {
  const item = state.items.find((candidate) => candidate.item_id === itemId);
  if (!item) throw new ChangeRefused("no such item");
  if (item.completed_at !== null) throw new ChangeRefused("the item is completed");
  return item;
}

const withItem = (state: VerificationState, item: ItemState): VerificationState => ({
  ...state,
  items: [...state.items.filter((other) => other.item_id !== item.item_id), item].sort((a, b) => a.item_id - b.item_id),
});
