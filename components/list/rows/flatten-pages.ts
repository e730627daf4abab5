import type { KeyOf } from "./hold-rows.ts";

/**
 * The rows of keyset pages as one list. Pages are asked for one after the other; what moved between two of them would
 * stand in both, and counts where it stands first.
 */
export function flattenPages<T>(pages: readonly { items: readonly T[] }[], keyOf: KeyOf<T>): T[] {
  const rows = new Map<string, T>();
  for (const page of pages) {
    for (const row of page.items) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}
