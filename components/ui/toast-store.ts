import type { ReactNode } from "react";

export type ToastOptions = {
  description?: ReactNode;
  /** The toast's action. `alt` describes another way to do the same, for readers who miss the toast. */
  action?: { label: string; alt: string; onClick: () => void };
  /** Duration (ms). */
  duration?: number;
};

export type ToastEntry = ToastOptions & { id: string; title: ReactNode; open: boolean };

/** Further toasts would cover the page, so the oldest are removed. */
const MAX_TOASTS = 3;

let toasts: readonly ToastEntry[] = [];
let lastNumber = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Reports a completed action at a fixed place (`Toaster`). Returns the id for `toast.dismiss`. */
export function toast(title: ReactNode, options: ToastOptions = {}): string {
  lastNumber += 1;
  const id = `toast-${lastNumber}`;
  change([...toasts, { ...options, id, title, open: true }].slice(-MAX_TOASTS));
  return id;
}

/** Closes one toast, or all. */
toast.dismiss = (id?: string): void =>
  change(toasts.map((entry) => (id === undefined || entry.id === id ? { ...entry, open: false } : entry)));

/** Removes a closed toast. */
export const forgetToast = (id: string): void => change(toasts.filter((entry) => entry.id !== id));

export const shownToasts = (): readonly ToastEntry[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
