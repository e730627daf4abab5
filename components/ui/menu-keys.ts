/**
 * Which item of a menu a key leads to, by the items' texts; null for keys that are about something else. `current` is -1
 * where none has the focus. The ends are joined; a letter goes to the next item that begins with it.
 */
export function itemForKey(key: string, current: number, texts: readonly string[]): number | null {
  const count = texts.length;
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  if ([...key].length !== 1 || key === " ") return null;
  const letter = bare(key);
  for (let step = 1; step <= count; step += 1) {
    const index = (current + step + count) % count;
    if (bare(texts[index] ?? "").startsWith(letter)) return index;
  }
  return null;
}

/** Accents are not typed to get somewhere. */
const bare = (text: string): string => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
