export type Target = { atLeast: number } | { atMost: number };

/** A figure of a benchmark: a sample for each round. Its value is the median, since machines are noisy. */
export type Measure = {
  name: string;
  unit: "/s" | "×" | "ms" | "KB" | "MB" | "%" | "";
  samples: number[];
  target?: Target;
};

export const figure = (name: string, unit: Measure["unit"], samples: number[], target?: Target): Measure => ({
  name,
  unit,
  samples,
  ...(target && { target }),
});

/** A figure with one sample for each row, for instance of each round. */
export const figuresOf =
  <Row>(rows: readonly Row[]) =>
  (name: string, unit: Measure["unit"], sample: (row: Row) => number, target?: Target): Measure =>
    figure(name, unit, rows.map(sample), target);

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The nearest rank: `share` of the samples are at most this. */
export const percentile = (samples: readonly number[], share: number): number =>
  samples.toSorted((one, other) => one - other)[Math.ceil(share * samples.length) - 1] ?? Number.NaN;

/** Milliseconds of each of `count` calls, one after the other. */
export async function timesOf(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const began = performance.now();
    await call(times.length);
    times.push(performance.now() - began);
  }
  return times;
}

/** Undefined without a target. A figure that is not a number meets no target. */
export function meets({ samples, target }: Measure): boolean | undefined {
  if (!target) return undefined;
  return "atLeast" in target ? median(samples) >= target.atLeast : median(samples) <= target.atMost;
}
