/**
 * The index of the option to which a key leads, with wrap-around; null for other keys. `current` is -1 if no option is
 * chosen.
 */
export function optionForKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return current <= 0 ? count - 1 : current - 1;
  return null;
}
