import type { Database } from "#lib/platform/server/db/database.ts";
import type { Load } from "#tools/bench/load/load.ts";
import type { Target, Throughput } from "#tools/bench/load/throughput.ts";
import type { Options } from "#tools/bench/options.ts";
import { startBare, startNext, TARGET } from "#tools/bench/targets/servers.ts";
import { until } from "#tools/test/until.ts";
import { type Installation, startReal } from "./installation.ts";

export const CONNECTIONS = 64;

/** Number of requests until the code is compiled and fast. */
const WARM_UP = [2_000, 10_000];

const POLL_MS = 10;

export type Round = { bare: Throughput; receiver: Throughput; next: Throughput; drain: number };

/** A target for deliveries; `database` is its store, if it has one. */
type Contender = { target: Target; database?: Database };

/**
 * Measures the three contenders in turn, then a drain of the stored deliveries, in repeated rounds: a machine that is slow
 * for a while is slow for all of them.
 */
export async function runRounds(
  installation: Installation,
  load: Load,
  { rounds, seconds }: Options,
  stack: AsyncDisposableStack,
): Promise<Round[]> {
  const { installed, database, other } = installation;
  const secret = installed.webhookSecret;
  const bare = await startBare(secret, stack);
  const next = await startNext(TARGET, { BENCH_SECRET: secret, DATABASE_URL: other.url }, stack);
  const path = `/hooks/${installed.receiverId}`;
  const contenders = {
    bare: await prepare(load, { target: { port: bare.port, path, secret } }),
    receiver: await prepare(load, { target: { port: installed.receiverPort, path, secret }, database }),
    next: await prepare(load, { target: { port: next.port, path, secret }, database: other.database }),
  };
  await measureDrain(installation);
  const results: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const result: Round = {
      bare: await contenders.bare(seconds),
      receiver: await contenders.receiver(seconds),
      next: await contenders.next(seconds),
      drain: await measureDrain(installation),
    };
    process.stderr.write(`round ${round} of ${rounds}: ${Object.entries(result).map(format).join(", ")}\n`);
    results.push(result);
  }
  return results;
}

const format = ([what, figure]: [string, Throughput | number]): string =>
  `${what} ${Math.round(typeof figure === "number" ? figure : figure.perSecond)}/s`;

type Measure = (seconds: number) => Promise<Throughput>;

/** Warms a contender up; its last rate gives the number of requests that fill the time of the next part. */
async function prepare(load: Load, contender: Contender): Promise<Measure> {
  let rate = 0;
  for (const count of WARM_UP) rate = (await runOnce(load, contender, count)).perSecond;
  return async (seconds) => {
    const result = await runOnce(load, contender, Math.max(CONNECTIONS, Math.round(rate * seconds)));
    rate = result.perSecond;
    return result;
  };
}

async function runOnce(load: Load, { target, database }: Contender, count: number): Promise<Throughput> {
  const stored = async () => (await database?.pool.query("SELECT count(*) AS n FROM inbox"))?.rows[0]?.n;
  const before = await stored();
  // So that no contender pays for unwritten data of the previous one.
  await database?.pool.query("CHECKPOINT");
  const result = await load.throughput({ target, count, connections: CONNECTIONS });
  if (database && (await stored()) - before !== count) {
    throw new Error(`${count} deliveries were acknowledged, ${(await stored()) - before} stored`);
  }
  return result;
}

/**
 * Pending deliveries that the worker's real process applies per second. Measured from its first committed batch, without
 * the start of the process, to its last one. Rejects if a row is not applied.
 */
async function measureDrain({ installed, database: { pool } }: Installation): Promise<number> {
  const number = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query<{ n: number }>(text, values)).rows[0]?.n);
  const pending = () => number("SELECT count(*) AS n FROM inbox WHERE state = 'pending'");
  const reached = (text: string, values: unknown[] = []) =>
    until(() => number(text, values), { everyMs: POLL_MS, message: "the worker does not get on with the inbox" });
  const first = await number("SELECT min(id) AS n FROM inbox WHERE state = 'pending'");
  const stop = await startReal("worker", installed);
  try {
    await reached("SELECT count(*) AS n FROM inbox WHERE id = $1 AND state <> 'pending'", [first]);
    const began = performance.now();
    const left = await pending();
    await reached("SELECT (NOT EXISTS (SELECT FROM inbox WHERE state = 'pending'))::int AS n");
    const seconds = (performance.now() - began) / 1_000;
    const amiss = await number("SELECT count(*) AS n FROM inbox WHERE state <> 'applied'");
    if (amiss > 0) throw new Error(`${amiss} deliveries were not applied`);
    return left / seconds;
  } finally {
    await stop();
  }
}
