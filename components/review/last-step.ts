import { useSyncExternalStore } from "react";
import type { DraftFields, DraftKind } from "#lib/contract/drafts/draft.ts";
import type { LogKind } from "#lib/contract/review/log.ts";

/** For so long the server takes a step back (`POST …/review/undo`). */
const UNDO_MS = 10_000;
/** For so long after its end a change of many is offered to be undone; the server takes it back for longer. */
const UNDO_MANY_MS = 30_000;

/** The name of a step: the kinds of log entries that a page offers, a decision by its resolution. */
export type StepName =
  | Extract<
      LogKind,
      "opened" | "assigned" | "waited" | "submitted" | "withdrawn" | "ratified" | "reopened" | "approved" | "handled"
    >
  | "returned"
  | "accepted"
  | "rejected"
  | "closed";

export type Typed = { kind: DraftKind; fields: DraftFields; reviewOn?: string };

/** A file with the version of its review after a step. */
export type SteppedFile = { verification_id: string; version: string };

type OneStep = SteppedFile & { name: string; step: StepName; typed: Typed | null };

export type ManyStep = { kind: "assign" | "wait" | "close"; files: readonly SteppedFile[] };

/** The user's last step, kept across pages: deciding leads to the next file. */
export type LastStep = OneStep | ManyStep;

export const isOfMany = (step: LastStep): step is ManyStep => "files" in step;

let last: LastStep | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Null once there is nothing to take back any more. */
export function setLastStep(step: LastStep | null): void {
  clearTimeout(timer);
  last = step;
  if (step && !isOfMany(step) && step.typed) undone.delete(step.verification_id);
  if (step) timer = setTimeout(() => setLastStep(null), isOfMany(step) ? UNDO_MANY_MS : UNDO_MS);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const lastStep = (): LastStep | null => last;

export const useLastStep = (): LastStep | null => useSyncExternalStore(subscribe, lastStep, () => null);

/** Choices of files whose last step was undone, for their next step: a draft holds text, a choice may have none. */
const undone = new Map<string, Typed>();

export function keepUndone({ verification_id, typed }: OneStep): void {
  if (typed) undone.set(verification_id, typed);
}

export function undoneStep(verification_id: string, kind: DraftKind): Typed | null {
  const typed = undone.get(verification_id);
  return typed?.kind === kind ? typed : null;
}

const desks = new Set<(verification_id: string) => void>();

/** Calls `reopen` with a file whose last step was undone; returns a function that stops it. */
export function onUndone(reopen: (verification_id: string) => void): () => void {
  desks.add(reopen);
  return () => void desks.delete(reopen);
}

export function announceUndone(verification_id: string): void {
  for (const reopen of desks) reopen(verification_id);
}
