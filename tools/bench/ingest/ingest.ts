import type { LiveDelay } from "#tools/bench/load/live.ts";
import { startLoad } from "#tools/bench/load/load.ts";
import { figuresOf, type Measure } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { install, openDashboard, startReal } from "./installation.ts";
import { CONNECTIONS, type Round, runRounds } from "./rounds.ts";

/** The pace of a busy account, far above any real one. */
const LIVE_PER_SECOND = 100;

/**
 * From a signed delivery to the reader's screen: the throughput of the receiver, of a server that only verifies and of a
 * route handler that stores the same way; the worker's drain; and the delay of an update in a browser's stream.
 */
export const benchmarkIngest: Benchmark = async (options, stack) => {
  const installation = await install(stack);
  const { installed, database } = installation;
  const load = startLoad();
  stack.defer(load.stop);
  stack.defer(await startReal("receiver", installed));
  // Contenders must not run beside the measurements after the rounds.
  const contenders = stack.use(new AsyncDisposableStack());
  const rounds = await runRounds(installation, load, options, contenders).finally(() => contenders.disposeAsync());
  stack.defer(await startReal("worker", installed));
  const { origin, cookies } = await openDashboard(installation, stack);
  const stream = { url: `${origin}/api/live`, cookie: cookies[0] ?? "" };
  const live: LiveDelay[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    live.push(
      await load.liveDelay({ receiver: installed, stream, perSecond: LIVE_PER_SECOND, seconds: options.seconds }),
    );
  }
  return {
    database,
    method: `${options.rounds} rounds of ${options.seconds} s, the targets in turn within each`,
    measures: [...throughputMeasures(rounds), ...liveMeasures(live)],
  };
};

function throughputMeasures(rounds: readonly Round[]): Measure[] {
  const of = figuresOf(rounds);
  return [
    of("bare node:http, verifies only", "/s", ({ bare }) => bare.perSecond),
    of("receiver, acknowledged after the commit", "/s", ({ receiver }) => receiver.perSecond),
    of("Next route handler, stores the same way", "/s", ({ next }) => next.perSecond),
    of("receiver ÷ bare", "×", ({ receiver, bare }) => receiver.perSecond / bare.perSecond, { atLeast: 0.5 }),
    of("receiver ÷ Next", "×", ({ receiver, next }) => receiver.perSecond / next.perSecond, { atLeast: 5 }),
    of(`bare p99, ${CONNECTIONS} connections`, "ms", ({ bare }) => bare.p99Ms),
    of(`Next p99, ${CONNECTIONS} connections`, "ms", ({ next }) => next.p99Ms),
    of(`receiver p99, ${CONNECTIONS} connections`, "ms", ({ receiver }) => receiver.p99Ms, { atMost: 50 }),
    of("worker's drain", "/s", ({ drain }) => drain, { atLeast: 2_500 }),
    of("drain ÷ bare", "×", ({ drain, bare }) => drain / bare.perSecond, { atLeast: 0.37 }),
  ];
}

function liveMeasures(live: readonly LiveDelay[]): Measure[] {
  const of = figuresOf(live);
  const what = `acknowledged → SSE frame at ${LIVE_PER_SECOND}/s`;
  return [
    of(`${what}, p50`, "ms", ({ p50Ms }) => p50Ms),
    of(`${what}, p95`, "ms", ({ p95Ms }) => p95Ms, { atMost: 250 }),
  ];
}
