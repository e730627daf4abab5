import type { EventName } from "#lib/contract/events/event.ts";
import type { ItemState, LabelState, VerificationState } from "./state.ts";

export type SandboxEvent = { event_name: EventName; data: Record<string, unknown> };

/** A verification after a change, and the events that the change emits, in the order they are published. */
export type Advanced = { state: VerificationState; events: SandboxEvent[] };

/** Base verification fields (interface, Events). */
export const baseFields = (state: VerificationState) => ({
  verification_id: state.verification_id,
  account_id: state.account_id,
  account_name: state.account_name,
  created_at: state.created_at,
  status: state.status,
  verification_tag: state.tag,
});

/** What the three item events share. `item_error` is left out where there is none. */
export const itemFields = (state: VerificationState, item: ItemState) => ({
  verification_id: state.verification_id,
  item_id: item.item_id,
  account_id: state.account_id,
  account_name: state.account_name,
  item_type: item.item_type,
  ...(item.item_error === null ? {} : { item_error: item.item_error }),
  verification_tag: state.tag,
});

/** What both label events share; `status` is the verification's, not the label's. */
export const labelFields = (state: VerificationState, label: LabelState) => ({
  ...baseFields(state),
  entity: { type: "label", label: label.label, display_name: label.display_name, category: label.category },
  comment: label.comment,
});
