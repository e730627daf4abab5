/**
 * Limits reports of a kind to `maxReports` in `pauseMs`, the first at once. Returns the occurrences since the last report,
 * or null if no report is due. Kinds are remembered for ever, so there must be few.
 */
export function createReportLimit(
  pauseMs: number,
  clock: () => number = performance.now.bind(performance),
  maxReports = 1,
): (kind: string) => number | null {
  const kinds = new Map<string, { beganAt: number; reports: number; times: number }>();
  return (name) => {
    const kind = kinds.get(name) ?? { beganAt: Number.NEGATIVE_INFINITY, reports: 0, times: 0 };
    kinds.set(name, kind);
    kind.times += 1;
    const now = clock();
    if (now - kind.beganAt >= pauseMs) Object.assign(kind, { beganAt: now, reports: 0 });
    else if (kind.reports >= maxReports) return null;
    const { times } = kind;
    kind.reports += 1;
    kind.times = 0;
    return times;
  };
}
