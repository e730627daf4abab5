import { useSyncExternalStore } from "react";
import type { LogKind } from "#lib/contract/verifications/review.ts";

/** For so long the server takes a step back (`POST …/review/undo`). */
const UNDO_MS = 10_000;

/** What a step was: of the log's kinds those that a page offers, a decision by its resolution. */
export type StepName =
  | Extract<
      LogKind,
      "opened" | "assigned" | "waited" | "submitted" | "withdrawn" | "ratified" | "reopened" | "approved" | "handled"
    >
  | "returned"
  | "accepted"
  | "rejected"
  | "closed";

/** One's own last step, wherever one is by now: deciding leads on to the next file. */
export type LastStep = { verification_id: string; name: string; step: StepName; version: string };

let last: LastStep | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Null once there is nothing to take back any more. */
export function setLastStep(step: LastStep | null): void {
  clearTimeout(timer);
  last = step;
  if (step) timer = setTimeout(() => setLastStep(null), UNDO_MS);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLastStep = (): LastStep | null =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );
