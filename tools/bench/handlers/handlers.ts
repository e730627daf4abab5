import { Agent } from "node:http";
import { API_KEY, startService } from "#e2e/support/service.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { connect, ownFolder, startDatabase } from "#tools/bench/database.ts";
import { openDashboard } from "#tools/bench/ingest/installation.ts";
import { generate } from "#tools/bench/list/generate.ts";
import { readAnswer } from "#tools/bench/load/read-answer.ts";
import { figuresOf, median } from "#tools/bench/measure.ts";
import { costsOf } from "#tools/bench/processor.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { buildDashboard } from "#tools/bench/targets/servers.ts";
import { installReceiver } from "#tools/test/real-processes.ts";

const VERIFICATIONS = 10_000;
const CALLS = 200;

const PARTS = ["handler", "list", "query", "calling", "service"] as const;
/** The median of a call, and the processor time that the dashboard and this process used for it, in milliseconds. */
type Round = Record<(typeof PARTS)[number], { p50: number; dashboard: number; own: number }>;

/**
 * The overhead of a signed-in user's request: the list minus its query, and a call of the service minus the same call
 * without the dashboard; both also minus a handler that only looks the session up. One connection.
 */
export const benchmarkHandlers: Benchmark = async (options, stack) => {
  const dataDir = ownFolder(stack);
  buildDashboard(dataDir);
  const databaseUrl = await startDatabase(dataDir, stack);
  const database = connect(databaseUrl, 2, stack);
  await generate(database, VERIFICATIONS);
  const service = await startService();
  stack.defer(service.stop);
  const installation = { installed: await installReceiver(databaseUrl), database };
  const more = { SVC_BASE_URL: service.url, SVC_API_KEY: API_KEY };
  const { origin, pid, cookies } = await openDashboard(installation, stack, { role: "admin", more });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  stack.defer(() => agent.destroy());
  const read = (path: string) => readAnswer(`${origin}${path}`, { cookie: cookies[0] ?? "" }, agent);
  const calls = {
    handler: () => read("/api/session"),
    list: () => read("/api/verifications"),
    query: () => listVerifications({ filter: VERIFICATION_FILTER.empty }, database),
    calling: () => read("/api/webhooks"),
    service: () => readAnswer(`${service.url}/v2/webhooks`, { "x-api-key": API_KEY }, agent),
  };
  const rounds: Round[] = [];
  // The first round warms up and is not counted.
  for (let round = -1; round < options.rounds; round += 1) {
    const result = {} as Round;
    for (const part of PARTS) {
      const { times, cpu } = await costsOf(CALLS, [pid, process.pid], calls[part]);
      const [dashboard = Number.NaN, own = Number.NaN] = cpu;
      result[part] = { p50: median(times), dashboard, own };
    }
    if (round >= 0) rounds.push(result);
  }
  const of = figuresOf(rounds);
  /** The time of a call minus the times of the empty handler and of the requested work itself. */
  const beyond = (call: keyof Round, asked: keyof Round) => (round: Round) =>
    round[call].p50 - round.handler.p50 - round[asked].p50;
  const cores = (["handler", "list", "calling"] as const).map(
    (part) => `${part} ${median(rounds.map((round) => round[part].dashboard)).toFixed(2)} ms`,
  );
  const ownOfQuery = median(rounds.map(({ query }) => query.own)).toFixed(2);
  return {
    database,
    method: `p50 of ${CALLS} calls each, one after the other, in ${options.rounds} rounds`,
    measures: [
      of("signed-in handler that does nothing else", "ms", ({ handler }) => handler.p50),
      of("list", "ms", ({ list }) => list.p50),
      of("the list's query alone", "ms", ({ query }) => query.p50),
      of("list beyond handler and query", "ms", beyond("list", "query"), { atMost: 2 }),
      of("call of the service through the dashboard", "ms", ({ calling }) => calling.p50),
      of("the same call without it", "ms", ({ service }) => service.p50),
      of("call beyond handler and service", "ms", beyond("calling", "service"), { atMost: 3 }),
    ],
    notes: [`Of a core, the dashboard took: ${cores.join(", ")}; the list's query took this process ${ownOfQuery} ms`],
  };
};
