/**
 * The rows of keyset pages as one list. Pages are asked for one after the other; a verification that moved between two
 * of them would stand in both, and counts where it stands first.
 */
export function flattenPages<T extends { verification_id: string }>(pages: readonly { items: readonly T[] }[]): T[] {
  const rows = new Map<string, T>();
  for (const page of pages) {
    for (const row of page.items) if (!rows.has(row.verification_id)) rows.set(row.verification_id, row);
  }
  return [...rows.values()];
}
