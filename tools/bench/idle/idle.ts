import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { launchBrowser } from "#e2e/support/browser.ts";
import { accountOf, type Installation, startInstallation } from "#e2e/support/installation.ts";
import { sandboxAt } from "#e2e/support/sandbox.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect, ownFolder, startServer } from "#tools/bench/database.ts";
import { figure, type Measure } from "#tools/bench/measure.ts";
import { childrenOf, processorTime } from "#tools/bench/processor.ts";
import type { Benchmark } from "#tools/bench/report.ts";

const MINUTES = 5;
/** The work of the start ends within this time: backfills, first checks, the first seal, the first vacuum. */
const SETTLING_MS = 180_000;
/** All measurements end within a quarter of an hour, after which unfinished files without news are read from the service. */
const PAGE_SETTLING_MS = 60_000;

/** An hour of a database in 9 MB, and a sixtieth of a core. */
const TARGETS = { transactions: 150, kilobytes: 40, coreMs: 1_000 } as const;

const COUNTERS = `
  SELECT sum(xact_commit + xact_rollback)::float8 AS transactions,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 / 1024 AS kilobytes
  FROM pg_stat_database`;

type Counters = { transactions: number; kilobytes: number; coreMs: number };

/** Measures what an installation costs in a minute while nothing happens: without a page, and with one. */
export const benchmarkIdle: Benchmark = async (options, stack) => {
  const databaseUrl = await startServer(ownFolder(stack), stack);
  const installation = await startInstallation({
    DATABASE_URL: databaseUrl,
    COTEJO_SECRET: randomBytes(32).toString("base64url"),
  });
  stack.defer(installation.stop);
  await sandboxAt(installation.sandboxUrl).setPace("off");
  const database = connect(databaseUrl, 1, stack);
  const minutes = options.small ? 1 : MINUTES;
  await delay(SETTLING_MS);
  const alone = await perMinute(database, minutes);
  const browser = await openOverview(installation, stack);
  await delay(PAGE_SETTLING_MS);
  const watched = await perMinute(database, minutes, browser);
  return {
    database,
    method: `${minutes} minutes each without a page and with one, three minutes after the start and one after the page is open; per minute, the statements of this benchmark included`,
    measures: [...measuresOf("nobody", alone, 1), ...measuresOf("one open page", watched, 2)],
  };
};

const measuresOf = (who: string, cost: Counters, factor: number): Measure[] => [
  figure(`${who}: transactions`, "", [cost.transactions], { atMost: TARGETS.transactions * factor }),
  figure(`${who}: write-ahead log`, "KB", [cost.kilobytes], { atMost: TARGETS.kilobytes * factor }),
  figure(`${who}: time on a core, database included`, "ms", [cost.coreMs], { atMost: TARGETS.coreMs * factor }),
];

async function perMinute(database: Database, minutes: number, browser: number[] = []): Promise<Counters> {
  const before = await read(database, browser);
  await delay(minutes * 60_000);
  const after = await read(database, browser);
  const rate = (name: keyof Counters) => (after[name] - before[name]) / minutes;
  return { transactions: rate("transactions"), kilobytes: rate("kilobytes"), coreMs: rate("coreMs") };
}

async function read({ pool }: Database, browser: number[]): Promise<Counters> {
  const { rows } = await pool.query<Omit<Counters, "coreMs">>(COUNTERS);
  const [row] = rows;
  if (!row) throw new Error("the database has no counters");
  return { ...row, coreMs: processorTime(browser) };
}

/** Opens the overview in a browser; returns the browser's processes, whose time is not the installation's. */
async function openOverview({ origin, ...installation }: Installation, stack: AsyncDisposableStack): Promise<number[]> {
  const before = new Set(childrenOf(process.pid));
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const context = await browser.newContext();
  const data = accountOf(installation, "compliance");
  const answer = await context.request.post(`${origin}/api/session`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return childrenOf(process.pid).filter((pid) => !before.has(pid));
}
