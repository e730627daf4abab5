/**
 * Entries with keys made of their content, for lists without ids. Equal entries are numbered: keys are unique, and an
 * entry keeps its key when others are inserted before it.
 */
export function withKeys<T>(
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
