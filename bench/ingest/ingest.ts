import { startLoad } from "#bench/load/load.ts";
import { describeDatabaseMachine } from "#bench/machine.ts";
import type { Measure } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { install, openDashboard, startReal } from "./installation.ts";
import { CONNECTIONS, type Round, runRounds } from "./rounds.ts";

/** The pace of a busy account, far above any real one. */
const LIVE_PER_SECOND = 100;

/**
 * From a signed delivery to the reader's screen: what the receiver takes beside a server that only verifies and beside
 * a route handler that stores the same way; what the worker drains; how long an update takes to a browser's stream.
 */
export async function benchmarkIngest(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const installation = await install(stack);
  const { installed, database } = installation;
  const load = startLoad();
  stack.defer(load.stop);
  stack.defer(await startReal("receiver", installed));
  // Contenders must not run beside the measurements after the rounds.
  const contenders = stack.use(new AsyncDisposableStack());
  const rounds = await runRounds(installation, load, options, contenders).finally(() => contenders.disposeAsync());
  stack.defer(await startReal("worker", installed));
  const { origin, cookies } = await openDashboard(installation, 1, stack);
  const stream = { url: `${origin}/api/live`, cookie: cookies[0] ?? "" };
  const receiver = { port: installed.receiverPort, id: installed.receiverId, secret: installed.webhookSecret };
  const live: { p50Ms: number; p95Ms: number }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    live.push(await load.liveDelay({ receiver, stream, perSecond: LIVE_PER_SECOND, seconds: options.seconds }));
  }
  return {
    benchmark: "ingest",
    machine: await describeDatabaseMachine(database),
    options,
    method: `${options.rounds} rounds of ${options.seconds} s, the targets in turn within each`,
    measures: [...throughputMeasures(rounds), ...liveMeasures(live)],
  };
}

function throughputMeasures(rounds: readonly Round[]): Measure[] {
  const of = (figure: (round: Round) => number) => rounds.map(figure);
  return [
    { name: "bare node:http, verifies only", unit: "/s", samples: of(({ bare }) => bare.perSecond) },
    { name: "receiver, acknowledged after the commit", unit: "/s", samples: of(({ receiver }) => receiver.perSecond) },
    { name: "Next route handler, stores the same way", unit: "/s", samples: of(({ next }) => next.perSecond) },
    {
      name: "receiver ÷ bare",
      unit: "×",
      samples: of(({ receiver, bare }) => receiver.perSecond / bare.perSecond),
      target: { atLeast: 0.5 },
    },
    {
      name: "receiver ÷ Next",
      unit: "×",
      samples: of(({ receiver, next }) => receiver.perSecond / next.perSecond),
      target: { atLeast: 5 },
    },
    { name: `bare p99, ${CONNECTIONS} connections`, unit: "ms", samples: of(({ bare }) => bare.p99Ms) },
    { name: `Next p99, ${CONNECTIONS} connections`, unit: "ms", samples: of(({ next }) => next.p99Ms) },
    {
      name: `receiver p99, ${CONNECTIONS} connections`,
      unit: "ms",
      samples: of(({ receiver }) => receiver.p99Ms),
      target: { atMost: 50 },
    },
    { name: "worker's drain", unit: "/s", samples: of(({ drain }) => drain), target: { atLeast: 2_500 } },
    {
      name: "drain ÷ bare",
      unit: "×",
      samples: of(({ drain, bare }) => drain / bare.perSecond),
      target: { atLeast: 0.37 },
    },
  ];
}

function liveMeasures(live: readonly { p50Ms: number; p95Ms: number }[]): Measure[] {
  const what = `acknowledged → SSE frame at ${LIVE_PER_SECOND}/s`;
  return [
    { name: `${what}, p50`, unit: "ms", samples: live.map(({ p50Ms }) => p50Ms) },
    { name: `${what}, p95`, unit: "ms", samples: live.map(({ p95Ms }) => p95Ms), target: { atMost: 250 } },
  ];
}
