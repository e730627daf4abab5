/** Characters that act on rows; they are held until rows are loaded. */
export const ROW_KEYS: readonly string[] = ["j", "k", "x"];

/**
 * The index of the row that a key leads to, or null for other keys. `page` is the number of rows on a screen; at the
 * ends the index stays.
 */
export function rowForKey(key: string, current: number, count: number, page: number): number | null {
  const wanted = destination(key, current, count, page);
  return wanted === null || count === 0 ? null : Math.max(0, Math.min(wanted, count - 1));
}

function destination(key: string, current: number, count: number, page: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return current + 1;
    case "ArrowUp":
    case "k":
      return current - 1;
    case "PageDown":
      return current + page;
    case "PageUp":
      return current - page;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
