import { useSyncExternalStore } from "react";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import type { DraftFields, DraftKind } from "#lib/desk/contract/drafts/draft.ts";
import type { LogKind } from "#lib/desk/contract/review/log.ts";

/** How long an undo is offered after the answer to the step; the server accepts it for longer. */
const UNDO_MS = 10_000;
/** How long the undo of a bulk change is offered after its end. */
const UNDO_MANY_MS = 30_000;

/** The name of a step: the kinds of log entries that a page offers, with decisions split by resolution. */
export type StepName =
  | Extract<
      LogKind,
      "opened" | "assigned" | "waited" | "submitted" | "withdrawn" | "ratified" | "reopened" | "approved" | "handled"
    >
  | "taken"
  | "returned"
  | "accepted"
  | "rejected"
  | "closed";

export type FormValues = { kind: DraftKind; fields: DraftFields; reviewOn?: string };

/** The name of a file in toasts and dialogs. */
export const nameOf = ({ title, tag, verification_id }: VerificationDetail["verification"]): string =>
  title ?? tag ?? verification_id;

/** A file with the version of its review after a step. */
export type SteppedFile = { verification_id: string; version: string };

type SingleStep = SteppedFile & { name: string; step: StepName; typed: FormValues | null };

export type ManyStep = { kind: "assign" | "wait" | "close" | "accept"; files: readonly SteppedFile[] };

/** The user's last step, kept across pages, since a decision opens the next file. */
export type LastStep = SingleStep | ManyStep;

export const isBulkStep = (step: LastStep): step is ManyStep => "files" in step;

let last: LastStep | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Null when nothing can be undone any more. */
export function setLastStep(step: LastStep | null): void {
  clearTimeout(timer);
  last = step;
  if (step && !isBulkStep(step) && step.typed) undone.delete(step.verification_id);
  if (step) timer = setTimeout(() => setLastStep(null), isBulkStep(step) ? UNDO_MANY_MS : UNDO_MS);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const lastStep = (): LastStep | null => last;

export const useLastStep = (): LastStep | null => useSyncExternalStore(subscribe, lastStep, () => null);

/** The form values of undone steps, for the next step on the file. A draft cannot hold a choice without text. */
const undone = new Map<string, FormValues>();

export function keepUndone({ verification_id, typed }: SingleStep): void {
  if (typed) undone.set(verification_id, typed);
}

export function undoneStep(verification_id: string, kind: DraftKind): FormValues | null {
  const typed = undone.get(verification_id);
  return typed?.kind === kind ? typed : null;
}

const desks = new Set<(verification_id: string) => void>();

/** Calls `reopen` with a file whose last step was undone; returns a function that removes the callback. */
export function onUndone(reopen: (verification_id: string) => void): () => void {
  desks.add(reopen);
  return () => void desks.delete(reopen);
}

export function announceUndone(verification_id: string): void {
  for (const reopen of desks) reopen(verification_id);
}
