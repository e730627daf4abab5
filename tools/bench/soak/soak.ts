import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { accountOf, type Installation, logOf, pidOf, startInstallation } from "#e2e/support/installation.ts";
import { sandboxAt } from "#e2e/support/sandbox.ts";
import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect, ownFolder, startServer } from "#tools/bench/database.ts";
import { figure, figuresOf, type Measure, median } from "#tools/bench/measure.ts";
import { memoryOf } from "#tools/bench/processor.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { signIn } from "#tools/test/sign-in.ts";

const PROCESSES = ["dashboard", "receiver", "worker", "sandbox"] as const;
const READERS = 2;
const PAGE_PAUSE_MS = 100;
const STREAMS = 20;
/** A stream is closed and opened again this often, as by laptops that are closed. */
const STREAM_MS = 20_000;
const SAMPLE_MS = 5_000;
/** Garbage collection is irregular: it may explain growth by this factor from one third to the next. */
const MAX_GROWTH = 1.1;
/** Autovacuum begins at a fifth of a table and checks once a minute. */
const MAX_DEAD_PERCENT = 40;
/** Tables of a few rows that are written all the time. */
const SMALL_TABLES = ["service_budget", "heartbeats", "connection_checks", "service_errors"];

type Sample = { second: number; rss: Record<string, number>; deadPercent: number; worst: string; smallKB: number };

/** Loads a real installation with pages, streams and deliveries for minutes, and checks that memory and tables do not grow. */
export const benchmarkSoak: Benchmark = async (options, stack) => {
  const databaseUrl = await startServer(ownFolder(stack), stack);
  const installation = await startInstallation({
    DATABASE_URL: databaseUrl,
    COTEJO_SECRET: randomBytes(32).toString("base64url"),
  });
  stack.defer(installation.stop);
  const database = connect(databaseUrl, 1, stack);
  await sandboxAt(installation.sandboxUrl).setPace("fast");
  const cookie = await signIn(installation.origin, accountOf(installation, "admin"));

  const stop = new AbortController();
  const counts = { pages: 0, streams: 0 };
  const load = [
    ...Array.from({ length: READERS }, () => readPages(installation, cookie, counts, stop.signal)),
    ...Array.from({ length: STREAMS }, (_, index) => keepStream(installation, cookie, index, counts, stop.signal)),
  ];
  const samples: Sample[] = [];
  const sizesBefore = await sizesOf(database, installation);
  const began = performance.now();
  const untilMs = options.minutes * 60_000;
  while (performance.now() - began < untilMs) {
    await Promise.race([delay(SAMPLE_MS), ...load.map((each) => each.then(() => delay(SAMPLE_MS)))]);
    samples.push(await sample(installation, database, (performance.now() - began) / 1_000));
  }
  stop.abort();
  await Promise.all(load);
  const growth = growthBetween(sizesBefore, await sizesOf(database, installation), (performance.now() - began) / 1_000);
  const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM inbox");
  return {
    database,
    method: `${options.minutes} minutes: ${counts.pages} pages by ${READERS} readers, ${STREAMS} live streams opened ${counts.streams} times, ${rows[0]?.count} deliveries and readings`,
    measures: measuresOf(samples),
    notes: [
      ...PROCESSES.map((name) => lineOf(name, samples)),
      `worst table at the end: ${samples.at(-1)?.worst}`,
      ...growth,
    ],
    details: samples,
  };
};

type Counts = { pages: number; streams: number };

/** Reads pages of all kinds one after the other, each to its end. */
async function readPages({ origin }: Installation, cookie: string, counts: Counts, signal: AbortSignal) {
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${origin}${path}`, { headers: { cookie, accept: "text/html" } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return text;
  };
  const files = async (): Promise<string[]> => {
    const { items }: VerificationList = JSON.parse(await read("/api/verifications"));
    return items.map(({ verification_id }) => `/verifications/${encodeURIComponent(verification_id)}`);
  };
  while (!signal.aborted) {
    for (const path of ["/", "/verifications", "/deliveries", "/people", "/webhooks", "/audit", ...(await files())]) {
      if (signal.aborted) return;
      await read(path);
      counts.pages += 1;
      await delay(PAGE_PAUSE_MS);
    }
  }
}

async function keepStream(
  { origin }: Installation,
  cookie: string,
  index: number,
  counts: Counts,
  signal: AbortSignal,
) {
  await delay((index * STREAM_MS) / STREAMS);
  while (!signal.aborted) {
    const request = get(`${origin}/api/live`, { headers: { cookie } }, (response) => response.resume());
    request.on("error", () => undefined);
    counts.streams += 1;
    await delay(STREAM_MS, undefined, { signal }).catch(() => undefined);
    request.destroy();
  }
}

const TABLES = `
  SELECT relname AS name, n_live_tup AS live, n_dead_tup AS dead, pg_total_relation_size(relid) AS bytes
  FROM pg_stat_user_tables WHERE schemaname = 'public'`;

async function sample(installation: Installation, { pool }: Database, second: number): Promise<Sample> {
  const rss = Object.fromEntries(PROCESSES.map((name) => [name, memoryOf(pidOf(installation, name))]));
  const { rows } = await pool.query<{ name: string; live: number; dead: number; bytes: number }>(TABLES);
  const dead = rows
    .filter(({ live }) => live > 1_000)
    .map((row) => ({ ...row, percent: (100 * row.dead) / (row.live + row.dead) }))
    .toSorted((one, other) => other.percent - one.percent);
  const small = rows.filter(({ name }) => SMALL_TABLES.includes(name)).map(({ bytes }) => bytes / 1_000);
  return {
    second: Math.round(second),
    rss,
    deadPercent: dead[0]?.percent ?? 0,
    worst: dead[0] ? `${dead[0].name}, ${dead[0].live} rows and ${dead[0].dead} dead ones` : "none",
    smallKB: Math.max(...small),
  };
}

type Sizes = { deliveries: number; wal: number; log: number; tables: Map<string, number> };

const WAL =
  "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, count(*)::int AS deliveries FROM inbox";

/** Bytes of the write-ahead log since its beginning, of the processes' log, and of each table with its indexes. */
async function sizesOf({ pool }: Database, { origin }: Installation): Promise<Sizes> {
  const [counted] = (await pool.query<{ wal: number; deliveries: number }>(WAL)).rows;
  const { rows } = await pool.query<{ name: string; bytes: string }>(TABLES);
  const tables = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  return { wal: counted?.wal ?? 0, deliveries: counted?.deliveries ?? 0, log: statSync(logOf(origin)).size, tables };
}

/** Growth at the pace of the benchmark in MB a day, and in bytes per delivery or reading, which holds at any pace. */
function growthBetween(before: Sizes, after: Sizes, seconds: number): string[] {
  const deliveries = Math.max(1, after.deliveries - before.deliveries);
  const line = (name: string, bytes: number) =>
    `${name}: ${Math.round(bytes / deliveries)} bytes a delivery or reading, ${Math.round((bytes * 86_400) / seconds / 1e6)} MB a day`;
  const grown = [...after.tables]
    .map(([name, bytes]) => ({ name, bytes: bytes - (before.tables.get(name) ?? 0) }))
    .filter(({ bytes }) => bytes >= deliveries)
    .toSorted((one, other) => other.bytes - one.bytes);
  return [
    `growth at ${Math.round((deliveries * 86_400) / seconds).toLocaleString("en-US")} deliveries and readings a day:`,
    line("write-ahead log", after.wal - before.wal),
    line("log of the processes", after.log - before.log),
    ...grown.map(({ name, bytes }) => line(`table ${name} with its indexes`, bytes)),
  ];
}

const thirdOf = <T>(samples: readonly T[], third: 1 | 2): T[] =>
  samples.slice(Math.floor((samples.length * third) / 3), Math.floor((samples.length * (third + 1)) / 3));

/** The first third is warm-up. */
function measuresOf(samples: readonly Sample[]): Measure[] {
  const last = thirdOf(samples, 2);
  const of = figuresOf(last);
  const memory = (name: string) => (sample: Sample) => sample.rss[name] ?? Number.NaN;
  const growth = (name: string): Measure => {
    const [before, after] = [thirdOf(samples, 1), last].map((part) => median(part.map(memory(name))));
    return figure(`${name}: memory, last third ÷ the one before`, "×", [Number(after) / Number(before)], {
      atMost: MAX_GROWTH,
    });
  };
  return [
    ...PROCESSES.map(growth),
    ...PROCESSES.map((name) => of(`${name}: memory at the end`, "MB", memory(name))),
    of("table with the most dead rows", "%", ({ deadPercent }) => deadPercent, { atMost: MAX_DEAD_PERCENT }),
    of("largest of the tables of a few rows", "KB", ({ smallKB }) => smallKB, { atMost: 1_000 }),
  ];
}

/** Memory over the minutes, and the slope of a line through the last two thirds. */
function lineOf(name: string, samples: readonly Sample[]): string {
  const points = samples
    .slice(Math.floor(samples.length / 3))
    .map(({ second, rss }) => ({ x: second / 60, y: rss[name] ?? 0 }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const slope =
    points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) /
    points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const every = Math.max(1, Math.round(samples.length / 10));
  const course = samples.filter((_, index) => index % every === 0).map(({ rss }) => Math.round(rss[name] ?? 0));
  return `${name}: ${course.join(" ")} MB; ${slope.toFixed(2)} MB a minute over the last two thirds`;
}
