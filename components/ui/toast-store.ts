import type { ReactNode } from "react";

export type ToastOptions = {
  description?: ReactNode;
  /** The toast's action. `alt` describes another way to it, for readers who miss the toast. */
  action?: { label: string; alt: string; onClick: () => void };
  /** Duration (ms). */
  duration?: number;
};

export type ToastEntry = ToastOptions & { id: string; title: ReactNode; open: boolean };

/** More would cover the page: the oldest ones go. */
const MOST = 3;

let toasts: readonly ToastEntry[] = [];
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Reports a completed action at a fixed place (`Toaster`). Returns the id for `toast.dismiss`. */
export function toast(title: ReactNode, options: ToastOptions = {}): string {
  made += 1;
  const id = `toast-${made}`;
  change([...toasts, { ...options, id, title, open: true }].slice(-MOST));
  return id;
}

/** Closes a toast, or all. */
toast.dismiss = (id?: string): void =>
  change(toasts.map((entry) => (id === undefined || entry.id === id ? { ...entry, open: false } : entry)));

/** Forgets a closed toast. */
export const forgetToast = (id: string): void => change(toasts.filter((entry) => entry.id !== id));

export const shownToasts = (): readonly ToastEntry[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
