/**
 * Entries with keys made of what they say, for lists that have no ids of their own. Of several that say the same, each
 * gets its number, so that no key occurs twice and an entry keeps its key when others come before it.
 */
export function keyed<T>(
  items: readonly T[],
  namesOf: (item: T) => readonly (string | null)[],
): { key: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const names = JSON.stringify(namesOf(item));
    const number = (seen.get(names) ?? 0) + 1;
    seen.set(names, number);
    return { key: `${names}${number}`, item };
  });
}
