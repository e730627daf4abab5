/**
 * Which option of a list a key leads to, by its index; null for keys that are about something else. `current` is -1 where none
 * is chosen. The ends are joined.
 */
export function optionForKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    default:
      return null;
  }
}
