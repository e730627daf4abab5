import type { Change } from "./change.ts";
import { type Advanced, labelFields } from "./event.ts";
import { ChangeRefused } from "./refused.ts";
import type { LabelState, VerificationState } from "./state.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

export function addLabel(before: VerificationState, change: Of<"label_added">, time: string): Advanced {
  if (before.labels.some((label) => label.label === change.label)) throw new ChangeRefused("the label is assigned");
  const { kind: _, ...label } = change;
  return add(before, { ...label, added_at: time }, time);
}

export function removeLabel(before: VerificationState, change: Of<"label_removed">, time: string): Advanced {
  return remove(before, assigned(before, change.label), time);
}

/** A comment update is a removal with the old comment and an assignment with the new one (interface, event rule 1). */
export function changeLabelComment(before: VerificationState, change: Of<"label_comment">, time: string): Advanced {
  const label = assigned(before, change.label);
  const removed = remove(before, label, time);
  const added = add(removed.state, { ...label, comment: change.comment, added_at: time }, time);
  return { state: added.state, events: [...removed.events, ...added.events] };
}

function assigned(state: VerificationState, name: string): LabelState {
  const label = state.labels.find((candidate) => candidate.label === name);
  if (!label) throw new ChangeRefused("the label is not assigned");
  return label;
}

function add(before: VerificationState, label: LabelState, time: string): Advanced {
  const state = { ...before, labels: [...before.labels, label] };
  const data = { ...labelFields(state, label), added_at: time };
  return { state, events: [{ event_name: "verification.v2.label_added", data }] };
}

function remove(before: VerificationState, label: LabelState, time: string): Advanced {
  const state = { ...before, labels: before.labels.filter((other) => other.label !== label.label) };
  const data = { ...labelFields(state, label), removed_at: time };
  return { state, events: [{ event_name: "verification.v2.label_removed", data }] };
}
