/**
 * Joins the rows of keyset pages. Pages are requested one after the other; a row that moved between two requests is in
 * both, and counts at its first place.
 */
export function flattenPages<T>(pages: readonly { items: readonly T[] }[], keyOf: KeyOf<T>): T[] {
  const rows = new Map<string, T>();
  for (const page of pages) {
    for (const row of page.items) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}

/** The identity of a row, independent of its contents. */
export type KeyOf<T> = (row: T) => string;

type Held<T> = {
  /** The rows to show: `shown` in its order with fresh contents, then the rows below it. */
  rows: readonly T[];
  /** How many rows would come, go or change their place if the fresh order were shown. */
  waiting: number;
  /** Number of these rows that are not shown yet. */
  added: number;
};

/**
 * Rows that keep their place while a user points at them or reads them: contents are fresh, the order is the shown one,
 * and changes that would move a row wait. Rows below the last one are added, since they move nothing: a further page
 * appears at once.
 * `complete`: the fresh rows are the whole list; otherwise rows missing at the end are beyond the requested pages, and
 * no change. Returns `shown` itself when nothing changes; idempotent.
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], complete: boolean, keyOf: KeyOf<T>): Held<T> {
  const places = new Map(fresh.map((row, place) => [keyOf(row), place]));
  const kept = new Set(shown.map(keyOf));
  // Places in the fresh order, in the shown order; the longest rising part has not moved.
  const still = longestRise(shown.flatMap((row) => places.get(keyOf(row)) ?? []));
  const unmoved = new Set(still);
  const anchor = still.at(-1) ?? -1;
  const unknown = fresh.map((row, place) => ({ row, place })).filter(({ row }) => !kept.has(keyOf(row)));
  const below = unknown.filter(({ place }) => place > anchor && (anchor >= 0 || shown.length === 0));
  const lastStill = shown.findLastIndex((row) => places.get(keyOf(row)) === anchor);
  const added = unknown.length - below.length;
  const waiting =
    added +
    shown.filter((row, index) => {
      const place = places.get(keyOf(row));
      return place === undefined ? complete || index < lastStill : !unmoved.has(place);
    }).length;
  const rows = [...shown.map((row) => fresh[places.get(keyOf(row)) ?? -1] ?? row), ...below.map(({ row }) => row)];
  const same = rows.length === shown.length && rows.every((row, index) => row === shown[index]);
  return { rows: same ? shown : rows, waiting, added };
}

/**
 * How many rows to report as updated: those that changed since `before`, which the order was last shown by, and
 * at least as many as wait. Moves alone would not do: what changes places with what is a matter of view, and the number
 * would shrink while more happens. Nothing is counted while nothing waits, since changed contents are already shown.
 */
export function countUpdated<T>(before: readonly T[], held: Held<T>, keyOf: KeyOf<T>): number {
  if (held.waiting === 0) return 0;
  const known = new Map(before.map((row) => [keyOf(row), JSON.stringify(row)]));
  const changed = held.rows.filter((row) => {
    const text = known.get(keyOf(row));
    return text !== undefined && text !== JSON.stringify(row);
  });
  return Math.max(held.waiting, changed.length + held.added);
}

/** The longest rising selection of the numbers, in their order (patience sorting, n log n). */
function longestRise(numbers: readonly number[]): number[] {
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
