/** Joins the rows of keyset pages. A row that moved between two page requests is in both pages: its first place counts. */
export function flattenPages<T>(pages: readonly { items: readonly T[] }[], keyOf: KeyOf<T>): T[] {
  const rows = new Map<string, T>();
  for (const page of pages) {
    for (const row of page.items) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}

/** The identity of a row, independent of its contents. */
export type KeyOf<T> = (row: T) => string;

type HeldRows<T> = {
  /** The rows to show: `shown` in its order with fresh contents, then the rows below it. */
  rows: readonly T[];
  /** Number of rows that the fresh order would add, remove or move. */
  waiting: number;
  /** Number of these rows that are not shown yet. */
  added: number;
};

/**
 * Keeps the place of rows while a user points at them or reads them: contents are fresh, the order stays, and changes
 * that would move a row wait. Rows after the last one, such as the next page, are added at once: they move nothing.
 * `complete`: the fresh rows are the whole list; otherwise rows missing at its end are on pages not loaded yet, and no
 * change. Returns `shown` itself if nothing changes; idempotent.
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], complete: boolean, keyOf: KeyOf<T>): HeldRows<T> {
  const places = new Map(fresh.map((row, place) => [keyOf(row), place]));
  const kept = new Set(shown.map(keyOf));
  // Indexes in the fresh order, sorted by the shown order: rows of their longest increasing subsequence have not moved.
  const unmovedPlaces = longestIncreasing(shown.flatMap((row) => places.get(keyOf(row)) ?? []));
  const unmoved = new Set(unmovedPlaces);
  const anchor = unmovedPlaces.at(-1) ?? -1;
  const unknown = fresh.map((row, place) => ({ row, place })).filter(({ row }) => !kept.has(keyOf(row)));
  const below = unknown.filter(({ place }) => place > anchor && (anchor >= 0 || shown.length === 0));
  const lastUnmoved = shown.findLastIndex((row) => places.get(keyOf(row)) === anchor);
  const added = unknown.length - below.length;
  const waiting =
    added +
    shown.filter((row, index) => {
      const place = places.get(keyOf(row));
      return place === undefined ? complete || index < lastUnmoved : !unmoved.has(place);
    }).length;
  const rows = [...shown.map((row) => fresh[places.get(keyOf(row)) ?? -1] ?? row), ...below.map(({ row }) => row)];
  const same = rows.length === shown.length && rows.every((row, index) => row === shown[index]);
  return { rows: same ? shown : rows, waiting, added };
}

/**
 * The number of updated rows to report: rows changed since `before`, the rows at the last reordering, and at least the
 * waiting rows. The number of moved rows would be ambiguous, and could fall while more rows change. Zero while no row
 * waits: changed contents are already shown.
 */
export function countUpdated<T>(before: readonly T[], held: HeldRows<T>, keyOf: KeyOf<T>): number {
  if (held.waiting === 0) return 0;
  const known = new Map(before.map((row) => [keyOf(row), JSON.stringify(row)]));
  const changed = held.rows.filter((row) => {
    const text = known.get(keyOf(row));
    return text !== undefined && text !== JSON.stringify(row);
  });
  return Math.max(held.waiting, changed.length + held.added);
}

/** The longest increasing subsequence (patience sorting, n log n). */
function longestIncreasing(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const rise: number[] = [];
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) rise.unshift(number);
  return rise;
}
