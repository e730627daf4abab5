/**
 * How a stay is drawn. `scaled` ones are all to one scale; `shortened` ones lasted longer than that scale would say,
 * `widened` ones shorter, and each has to be marked as such.
 */
export type Fit = "scaled" | "shortened" | "widened";
export type Drawn = { share: number; fit: Fit };

/** A stay this many times as long as all shorter ones together would leave nothing to see of them. */
const TOO_LONG = 20;
/** What one can still read and point at, as a share of the width. */
const LEAST_SHARE = 0.11;

/** The least share of each of so many stays: half of the width at most goes to keeping them legible. */
export const leastShare = (count: number): number => Math.min(LEAST_SHARE, 0.5 / Math.max(1, count));

/**
 * Shares of the width for stays of these lengths in milliseconds, 1 in all. One of seven minutes beside one of three
 * months is legible, since the long one is broken; a longer one is never drawn narrower than a shorter one. The last one
 * goes on where `open` says so, and is drawn no longer than all before it together: months of a full file would leave
 * nothing to see of how it filled up.
 */
export function drawToScale(durations: readonly number[], open: boolean): Drawn[] {
  const { lengths, shortened } = broken(durations);
  const last = durations.length - 1;
  const past = lengths.slice(0, -1).reduce((sum, length) => sum + length, 0);
  if (open && past > 0 && (lengths[last] ?? 0) > past) {
    lengths[last] = past;
    shortened.add(last);
  }
  const least = leastShare(durations.length);
  const shares = withLeast(lengths, least);
  return shares.map(({ share, raised }, index) => ({
    share,
    fit: shortened.has(index) ? "shortened" : raised ? "widened" : "scaled",
  }));
}

/** Lengths to draw: a stay that would dwarf all shorter ones is as long as they are together, longer ones in proportion. */
function broken(durations: readonly number[]): { lengths: number[]; shortened: Set<number> } {
  const lengths = durations.map(() => 0);
  const shortened = new Set<number>();
  let factor = 1;
  let sum = 0;
  const ascending = durations
    .map((duration, index) => ({ duration, index }))
    .toSorted((a, b) => a.duration - b.duration);
  for (const { duration, index } of ascending) {
    if (sum > 0 && duration * factor > TOO_LONG * sum) factor = sum / duration;
    if (factor < 1) shortened.add(index);
    lengths[index] = duration * factor;
    sum += duration * factor;
  }
  return { lengths, shortened };
}

/** Proportional shares, none below the least: those that would be are raised to it, and the others share the rest. */
function withLeast(lengths: readonly number[], least: number): { share: number; raised: boolean }[] {
  const raised = new Set<number>();
  for (;;) {
    const rest = lengths.filter((_, index) => !raised.has(index));
    const total = rest.reduce((sum, length) => sum + length, 0);
    const free = 1 - least * raised.size;
    if (total <= 0) return lengths.map(() => ({ share: 1 / lengths.length, raised: lengths.length > 1 }));
    const share = (index: number) => (free * (lengths[index] ?? 0)) / total;
    const low = lengths.flatMap((_, index) => (!raised.has(index) && share(index) < least ? [index] : []));
    if (low.length === 0) {
      return lengths.map((_, index) =>
        raised.has(index) ? { share: least, raised: true } : { share: share(index), raised: false },
      );
    }
    for (const index of low) raised.add(index);
  }
}
