import { connect } from "#bench/database.ts";
import { openSizes } from "#bench/list/databases.ts";
import { drainPairs, openToDrain, pairMeasures } from "#bench/load/drain.ts";
import { figure, type Measure, median, percentile, timesOf } from "#bench/measure.ts";
import type { Benchmark } from "#bench/report.ts";
import { INSIGHTS, type InsightsParameters } from "#lib/contract/insights/insights.ts";
import { dayAfter } from "#lib/contract/time.ts";
import type { Database } from "#lib/server/db/database.ts";
import { computeInsights } from "#lib/server/insights/compute/task.ts";
import { countInsights } from "#lib/server/insights/read.ts";
import { evaluateDue } from "#lib/server/review/due.ts";
import { generateInsights } from "./generate.ts";

/** Numbers of files with the target of an answer, in milliseconds. */
const SIZES = [
  { files: 100_000, targetMs: 150 },
  { files: 1_000_000, targetMs: 1_000 },
];
const SAMPLES = 4;
/** The periods that the page offers in days; a year is the longest. */
const DAYS = [7, 30, 90, 365];
/** Deliveries of a drain, and the pause of the work beside it. */
const DELIVERIES = 10_000;
const WORK_INTERVAL_MS = 500;
const FILTERS: Record<string, Partial<InsightsParameters>> = {
  all: {},
  "a label": { label: "cliente_vip" },
  "a tag prefix": { tag_prefix: `EXP-${new Date().getFullYear()}-` },
};

/** Computes uncached answers of the insights by period and filter, on connections like the dashboard's. */
export const benchmarkInsights: Benchmark = async (options, stack) => {
  const databases = await openSizes(
    SIZES.map(({ files }) => files),
    stack,
  );
  const measures: Measure[] = [];
  const lines: string[] = [];
  for (const [index, { files, targetMs }] of SIZES.entries()) {
    const alone = databases[index] as Database;
    await generateInsights(alone);
    const database = connect(alone.url, 8, stack);
    const all: number[] = [];
    for (const days of DAYS) {
      for (const [name, narrowing] of Object.entries(FILTERS)) {
        const times = await measure(database, days, narrowing);
        all.push(...times);
        lines.push(
          `${String(files).padStart(9)} files ${String(days).padStart(4)} days, ${name.padEnd(13)} ${median(times).toFixed(0).padStart(6)} ms`,
        );
      }
    }
    const size = files.toLocaleString("en-US");
    measures.push(figure(`${size}: median of all`, "ms", [median(all)]));
    measures.push(figure(`${size}: p95`, "ms", [percentile(all, 0.95)], { atMost: targetMs }));
  }
  return {
    database: databases[0] as Database,
    method: `${SAMPLES} answers of each of ${DAYS.length} periods with ${Object.keys(FILTERS).length} narrowings, none of them kept`,
    measures: [...measures, ...(await measureDrain(options.rounds, stack))],
    notes: [lines.join("\n")],
  };
};

async function measure(database: Database, days: number, narrowing: Partial<InsightsParameters>): Promise<number[]> {
  const to = new Date().toISOString().slice(0, 10);
  const filter = { ...INSIGHTS.empty, from: dayAfter(to, 1 - days), to, ...narrowing };
  const call = () => countInsights(filter, database);
  await call();
  return timesOf(SAMPLES, call);
}

/** Measures the drain beside the evaluation of reviews, which queues the files, with and without computing their rows. */
async function measureDrain(rounds: number, stack: AsyncDisposableStack): Promise<Measure[]> {
  const database = await openToDrain(stack);
  const reviews = (signal: AbortSignal) => evaluateDue(database, signal);
  const withRows = async (signal: AbortSignal) => {
    const [, files] = await Promise.all([reviews(signal), computeInsights(database, { signal })]);
    return files;
  };
  const pairs = await drainPairs(database, {
    ...{ rounds, deliveries: DELIVERIES },
    on: { run: withRows, everyMs: WORK_INTERVAL_MS },
    off: { run: reviews, everyMs: WORK_INTERVAL_MS },
  });
  return pairMeasures("insights", pairs, { atLeast: 0.9 });
}
