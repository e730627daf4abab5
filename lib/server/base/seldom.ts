/**
 * Counts occurrences of a kind between reports: the first is reported at once, then at most once in `pauseMs`. Null if
 * no report is due. Kinds are remembered for ever, so there must be few.
 */
export function createSeldom(
  pauseMs: number,
  clock: () => number = performance.now.bind(performance),
): (kind: string) => number | null {
  const kinds = new Map<string, { saidAt: number; times: number }>();
  return (name) => {
    const kind = kinds.get(name) ?? { saidAt: Number.NEGATIVE_INFINITY, times: 0 };
    kinds.set(name, kind);
    kind.times += 1;
    if (clock() - kind.saidAt < pauseMs) return null;
    const { times } = kind;
    kind.saidAt = clock();
    kind.times = 0;
    return times;
  };
}
