/** Characters that act on rows; their key presses are buffered until rows are loaded. */
export const ROW_KEYS: readonly string[] = ["j", "k", "x"];

/**
 * The index of the row that a key leads to, or null for other keys. `page` is the number of rows on a screen; at the
 * ends the index stays.
 */
export function rowForKey(key: string, current: number, count: number, page: number): number | null {
  const wanted = new Map([
    ["ArrowDown", current + 1],
    ["j", current + 1],
    ["ArrowUp", current - 1],
    ["k", current - 1],
    ["PageDown", current + page],
    ["PageUp", current - page],
    ["Home", 0],
    ["End", count - 1],
  ]).get(key);
  return wanted === undefined || count === 0 ? null : Math.max(0, Math.min(wanted, count - 1));
}
