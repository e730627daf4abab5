import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { cpuOf } from "#bench/list/cpu.ts";
import { generate } from "#bench/list/generate.ts";
import { describeDatabaseMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { signIn } from "#bench/sign-in.ts";
import { buildDashboard, startDashboard } from "#bench/targets/servers.ts";
import { API_KEY, startService } from "#e2e/support/service.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { ensureUser } from "#lib/server/access/users.ts";
import { openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";

const CACHE = join(import.meta.dirname, "..", "..", ".cache");
const VERIFICATIONS = 10_000;
const CALLS = 200;

/** How long a call took, and what the dashboard and this process had of a core for it, in milliseconds. */
type Part = { p50: number; dashboard: number; own: number };

/**
 * Overhead of a signed-in user's request: the list less its query, and a call of the service less the same call without the
 * dashboard, each also less a handler that only looks the session up. One connection.
 */
export async function benchmarkHandlers(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  mkdirSync(CACHE, { recursive: true });
  const dataDir = mkdtempSync(join(CACHE, "bench-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  buildDashboard(dataDir);
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  const { databaseUrl } = postgres;
  await migrate(databaseUrl);
  const database = openDatabase(databaseUrl, { name: "benchmark", max: 2, unhurried: true });
  stack.defer(() => database.close());
  await generate(database, VERIFICATIONS);
  const credentials = { email: "bench@example.com", password: randomBytes(12).toString("base64url") };
  await ensureUser({ ...credentials, name: "Benchmark", role: "admin" }, database);
  const service = await startService();
  stack.defer(service.stop);
  const masterSecret = randomBytes(32).toString("base64url");
  const { origin, pid, stop } = await startDashboard(
    { databaseUrl, masterSecret },
    { url: service.url, apiKey: API_KEY },
  );
  stack.defer(stop);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  stack.defer(() => agent.destroy());
  const cookie = await signIn(origin, credentials);
  const parts = {
    handler: () => read(`${origin}/api/session`, { cookie }, agent),
    list: () => read(`${origin}/api/verifications`, { cookie }, agent),
    query: () => listVerifications({ filter: VERIFICATION_FILTER.empty }, database),
    calling: () => read(`${origin}/api/webhooks`, { cookie }, agent),
    service: () => read(`${service.url}/v2/webhooks`, { "x-api-key": API_KEY }, agent),
  };
  const rounds: Record<keyof typeof parts, Part>[] = [];
  // The first one warms up and is not counted.
  for (let round = -1; round < options.rounds; round += 1) {
    const result = {} as (typeof rounds)[number];
    for (const name of Object.keys(parts) as (keyof typeof parts)[]) result[name] = await measure(parts[name], pid);
    if (round >= 0) rounds.push(result);
  }
  const of = (figure: (round: (typeof rounds)[number]) => number) => rounds.map(figure);
  const p50 = (name: string, part: keyof typeof parts): Measure => ({
    name,
    unit: "ms",
    samples: of((round) => round[part].p50),
  });
  /** The call's time less the empty handler's and less the requested work's own. */
  const beyond = (name: string, call: keyof typeof parts, asked: keyof typeof parts, atMost: number): Measure => ({
    name,
    unit: "ms",
    samples: of((round) => round[call].p50 - round.handler.p50 - round[asked].p50),
    target: { atMost },
  });
  return {
    benchmark: "handlers",
    machine: await describeDatabaseMachine(database),
    options,
    method: `p50 of ${CALLS} calls each, one after the other, in ${options.rounds} rounds`,
    measures: [
      p50("signed-in handler that does nothing else", "handler"),
      p50("list", "list"),
      p50("the list's query alone", "query"),
      beyond("list beyond handler and query", "list", "query", 2),
      p50("call of the service through the dashboard", "calling"),
      p50("the same call without it", "service"),
      beyond("call beyond handler and service", "calling", "service", 3),
    ],
    notes: [
      `Of a core, the dashboard took: ${(["handler", "list", "calling"] as const)
        .map((name) => `${name} ${median(of((round) => round[name].dashboard)).toFixed(2)} ms`)
        .join(", ")}; the list's query took this process ${median(of(({ query }) => query.own)).toFixed(2)} ms`,
    ],
  };
}

async function measure(call: () => Promise<unknown>, pid: number): Promise<Part> {
  const times: number[] = [];
  const [cpuBegan, ownBegan] = [cpuOf(pid), process.cpuUsage()];
  while (times.length < CALLS) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(ownBegan);
  return { p50: median(times), dashboard: (cpuOf(pid) - cpuBegan) / CALLS, own: (user + system) / 1_000 / CALLS };
}

/** Reads an answer to its end on the agent's one connection. */
function read(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    });
    request.on("error", reject);
  });
}
