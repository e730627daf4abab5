import { benchmarkBackup } from "./backup/backup.ts";
import { benchmarkHandlers } from "./handlers/handlers.ts";
import { benchmarkIdle } from "./idle/idle.ts";
import { benchmarkIngest } from "./ingest/ingest.ts";
import { benchmarkInsights } from "./insights/insights.ts";
import { benchmarkList } from "./list/list.ts";
import { benchmarkLive } from "./live/live.ts";
import { benchmarkLoop } from "./loop/loop.ts";
import { describeMachine } from "./machine.ts";
import { meets } from "./measure.ts";
import { type Options, readOptions } from "./options.ts";
import { benchmarkPage } from "./page/page.ts";
import { benchmarkPeople } from "./people/people.ts";
import { type Benchmark, table, writeResult } from "./report.ts";
import { benchmarkReviews } from "./reviews/reviews.ts";
import { benchmarkSealing } from "./sealing/sealing.ts";
import { benchmarkSiege } from "./siege/siege.ts";
import { benchmarkSoak } from "./soak/soak.ts";
import { benchmarkTruth } from "./truth/truth.ts";

/** In the order in which they run without a name. */
const RUN = {
  ingest: benchmarkIngest,
  list: benchmarkList,
  people: benchmarkPeople,
  reviews: benchmarkReviews,
  handlers: benchmarkHandlers,
  live: benchmarkLive,
  page: benchmarkPage,
  soak: benchmarkSoak,
  siege: benchmarkSiege,
  truth: benchmarkTruth,
  backup: benchmarkBackup,
  loop: benchmarkLoop,
  sealing: benchmarkSealing,
  insights: benchmarkInsights,
  idle: benchmarkIdle,
} satisfies Record<string, Benchmark>;

/** Resources that are released when a benchmark ends or is interrupted. */
let running = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void running.disposeAsync().finally(() => process.exit(130)));
}

async function measure(benchmark: Benchmark, options: Options) {
  const report = await benchmark(options, running);
  return [report, await describeMachine(report.database)] as const;
}

try {
  const { benchmarks, ...options } = readOptions(process.argv.slice(2), Object.keys(RUN) as (keyof typeof RUN)[]);
  for (const name of benchmarks) {
    running = new AsyncDisposableStack();
    const [report, machine] = await measure(RUN[name], options).finally(() => running.disposeAsync());
    console.log(`\n${table(name, machine, report)}`);
    for (const note of report.notes ?? []) console.log(`${note}\n`);
    console.log(`written to ${writeResult(name, options, machine, report)}`);
    if (report.measures.some((measure) => meets(measure) === false)) process.exitCode = 1;
  }
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
