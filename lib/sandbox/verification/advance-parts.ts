import { isDeepStrictEqual } from "node:util";
import { type ChangeOf, ChangeRefused } from "./change.ts";
import {
  type Advanced,
  emit,
  type ItemState,
  itemFields,
  type LabelState,
  labelFields,
  type PersonState,
  type VerificationState,
} from "./state.ts";

/** A new item, or an item's next internal status. A new item reopens a finished verification (interface, States). */
export function setItemStatus(before: VerificationState, change: ChangeOf<"item_status">, time: string): Advanced {
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
  // The event states a change of an item's status: an equal state is no change.
  if (known && isDeepStrictEqual(known, item)) return { state: before, events: [] };
  const reopened = !known && before.status === "finished";
  const state = { ...withItem(before, item), status: reopened ? ("pending" as const) : before.status };
  const data = { ...itemFields(state, item), internal_status: item.internal_status, updated_at: time };
  return emit(state, "verification_item.v2.internal_status_changed", data);
}

export function extractItem(before: VerificationState, change: ChangeOf<"item_extracted">, time: string): Advanced {
  const item = {
    ...openItem(before, change.item_id),
    extraction_completed_at: time,
    success: change.success,
    item_error: change.item_error ?? null,
  };
  const state = withItem(before, item);
  const data = { ...itemFields(state, item), extraction_completed_at: time, success: change.success };
  return emit(state, "verification_item.v2.extraction_completed", data);
}

export function completeItem(before: VerificationState, change: ChangeOf<"item_completed">, time: string): Advanced {
  const item = { ...openItem(before, change.item_id), completed_at: time };
  const state = withItem(before, item);
  const data = { ...itemFields(state, item), completed_at: time };
  return emit(state, "verification_item.v2.completed", data);
}

/** Types change by classification of a `generic` item, or to `corrupted_file` (interface, States: Item). */
const mayBecome = (from: string, to: string): boolean => from === to || from === "generic" || to === "corrupted_file";

function openItem(state: VerificationState, itemId: number): ItemState {
  const item = state.items.find((candidate) => candidate.item_id === itemId);
  if (!item) throw new ChangeRefused("no such item");
  if (item.completed_at !== null) throw new ChangeRefused("the item is completed");
  return item;
}

const withItem = (state: VerificationState, item: ItemState): VerificationState => ({
  ...state,
  items: [...state.items.filter((other) => other.item_id !== item.item_id), item].sort((a, b) => a.item_id - b.item_id),
});

/** A key person added by API, whose CURP lookup is pending; reopens a finished verification (interface, States). */
export function addPerson(before: VerificationState, change: ChangeOf<"person_added">): VerificationState {
  if (before.people.some((person) => person.people_id === change.people_id)) {
    throw new ChangeRefused("the person is there");
  }
  const { people_id, full_name, role } = change;
  const state = withPerson(before, { people_id, shareholder_id: null, full_name, role, curp: null });
  return before.status === "finished" ? { ...state, status: "pending" } : state;
}

const withPerson = (state: VerificationState, person: PersonState): VerificationState => ({
  ...state,
  people: [...state.people.filter((other) => other.people_id !== person.people_id), person].sort(
    (a, b) => a.people_id - b.people_id,
  ),
});

/** Creates the person, or updates the person with this `people_id` and keeps the shareholder. */
export function endCurpSearch(state: VerificationState, change: ChangeOf<"curp_searched">): Advanced {
  const known = state.people.find((person) => person.people_id === change.people_id);
  const person = {
    people_id: change.people_id,
    shareholder_id: change.shareholder_id ?? known?.shareholder_id ?? null,
    full_name: change.full_name,
    role: change.role,
    curp: change.result,
  };
  const data = {
    verification_id: state.verification_id,
    ...(change.item_id === undefined ? {} : { item_id: change.item_id }),
    people_id: change.people_id,
    ...(change.people_error === undefined ? {} : { people_error: change.people_error }),
    // Present only together with people_error (interface, CURP lookup errors).
    ...(change.people_error === undefined || change.people_error_message === undefined
      ? {}
      : { people_error_message: change.people_error_message }),
    ...(person.shareholder_id === null ? {} : { shareholder_id: person.shareholder_id }),
    account_name: state.account_name,
    account_id: state.account_id,
    verification_tag: state.tag,
  };
  return emit(withPerson(state, person), "verification_people.curp_search_completed", data);
}

export function addLabel(before: VerificationState, change: ChangeOf<"label_added">, time: string): Advanced {
  if (before.labels.some((label) => label.label === change.label)) throw new ChangeRefused("the label is assigned");
  const { kind: _, ...label } = change;
  return assign(before, { ...label, added_at: time }, time);
}

export function removeLabel(before: VerificationState, change: ChangeOf<"label_removed">, time: string): Advanced {
  return unassign(before, assigned(before, change.label), time);
}

/** A comment update is a removal with the old comment and an assignment with the new one (interface, event rule 1). */
export function changeLabelComment(
  before: VerificationState,
  change: ChangeOf<"label_comment">,
  time: string,
): Advanced {
  const label = assigned(before, change.label);
  const removed = unassign(before, label, time);
  const added = assign(removed.state, { ...label, comment: change.comment, added_at: time }, time);
  return { state: added.state, events: [...removed.events, ...added.events] };
}

function assigned(state: VerificationState, name: string): LabelState {
  const label = state.labels.find((candidate) => candidate.label === name);
  if (!label) throw new ChangeRefused("the label is not assigned");
  return label;
}

function assign(before: VerificationState, label: LabelState, time: string): Advanced {
  const state = { ...before, labels: [...before.labels, label] };
  const data = { ...labelFields(state, label), added_at: time };
  return emit(state, "verification.v2.label_added", data);
}

function unassign(before: VerificationState, label: LabelState, time: string): Advanced {
  const state = { ...before, labels: before.labels.filter((other) => other.label !== label.label) };
  const data = { ...labelFields(state, label), removed_at: time };
  return emit(state, "verification.v2.label_removed", data);
}
