import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { figure, figuresOf, type Measure, median, percentile } from "#tools/bench/measure.ts";
import { cpuOf } from "#tools/bench/processor.ts";
import { type Benchmark, totalText } from "#tools/bench/report.ts";
import { type Combination, combinations } from "./combinations.ts";
import { openSizes } from "./databases.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const TARGET_MS = 50;
/** Relative to the plain first page, which is requested in turns with each page, since the speed of machines varies. */
const TARGET_RATIO = 7;
/** For the classes of pages that the decision on the list names. */
const WORST_MS = 200;
const SAMPLES = 5;
/** A slow sample of five may be noise: then twenty decide. */
const MORE_SAMPLES = 20;
const SLOW_MS = 35;
/** No noise explains a miss of this size. */
const HOPELESS_MS = 1_000;
/** The deep page follows this number of largest pages. */
const PAGES_BEFORE = 4;
const REPORTED_ROWS = 40;

/** Durations of a page's answers in ms; `cpu`: the median share of a core used by the server's process, if known. */
type Times = { median: number; p95: number; cpu: number | null };

/** `plain`: the plain first page between its answers, in ms. */
type Figure = { name: string; combination: Combination; cursor: string | null; large: Times; plain: number };

/**
 * Every filter alone and every two, in every order, at 1,000,000 verifications: the first page and a deep one with their
 * totals, as the handler reads them; the slowest ones at 10,000 as well. Warm: each is read once before it is timed.
 */
export const benchmarkList: Benchmark = async (_, stack) => {
  const [small, large] = await openSizes([SMALL, LARGE], stack);
  if (!small || !large) throw new Error("a database is missing");
  const figures: Figure[] = [];
  for (const combination of combinations()) {
    for (const deep of [false, true]) {
      const cursor = deep ? await deepCursor(large, combination) : null;
      // There is no page after the first ones.
      if (deep && !cursor) continue;
      const name = `${combination.name}${deep ? ", deep" : ""}`;
      figures.push({ name, combination, cursor, ...(await measureBesidePlain(large, combination, cursor)) });
    }
  }
  figures.sort((a, b) => b.large.p95 - a.large.p95);
  const [slowest] = figures;
  const plan = slowest ? await explain(large, slowest.combination.filter, slowest.cursor) : "";
  return {
    database: large,
    method: `p95 of at least ${SAMPLES} answers each, page and total, of ${figures.length} pages`,
    measures: measuresOf(figures),
    notes: [await tableOf(figures, small, large), `Slowest: ${slowest?.name}\n\n${plan}`],
    details: { figures: figures.map(({ name, large, plain }) => ({ name, large, plain })), plan },
  };
};

const isLate = ({ large }: Figure): boolean => large.p95 > TARGET_MS;
const isOver = ({ large, plain }: Figure): boolean => large.median > TARGET_RATIO * plain;

function measuresOf(figures: readonly Figure[]): Measure[] {
  const share = (those: readonly unknown[]) => [(100 * those.length) / figures.length];
  const rank = (part: number) => figures[figures.length - Math.ceil(part * figures.length)]?.large.p95 ?? Number.NaN;
  return [
    figuresOf(figures)("1,000,000: the plain first page", "ms", ({ plain }) => plain),
    figure("1,000,000: p95 of the middle page", "ms", [rank(0.5)]),
    figure("1,000,000: p95 of the slowest of 20 pages", "ms", [rank(0.95)], { atMost: TARGET_MS }),
    figure("1,000,000: p95 of the slowest", "ms", [rank(1)], { atMost: WORST_MS }),
    figure("pages over 50 ms", "%", share(figures.filter(isLate))),
    figure("pages over 7 × the plain first page, of medians", "%", share(figures.filter(isOver))),
  ];
}

/** The number of pages of each combination of filters that exceed the ratio, and the maximum ratio. */
function classesOf(figures: readonly Figure[]): string {
  const classes = Map.groupBy(figures, ({ name }) => name.replace(/ by .*/, ""));
  return [...classes]
    .map(([name, pages]) => ({ name, all: pages.length, over: pages.filter(isOver).length, worst: pages[0] }))
    .filter(({ over }) => over > 0)
    .map(({ name, all, over, worst }) => `${over}/${all} of ${name}, p95 at most ${worst?.large.p95.toFixed(0)} ms`)
    .join("\n");
}

async function tableOf(figures: readonly Figure[], small: Database, large: Database): Promise<string> {
  const ms = (value: number | null) => (value ?? Number.NaN).toFixed(1).padStart(8);
  const lines: string[] = [];
  for (const { name, combination, cursor, large: times, plain } of figures.slice(0, REPORTED_ROWS)) {
    const few = await measure(small, combination, cursor && (await deepCursor(small, combination)));
    const total = (await totalOf(large, combination)).padStart(8);
    const ratio = `×${(times.median / plain).toFixed(1)}`.padStart(7);
    lines.push(
      [ms(times.p95), ms(times.median), ms(few.median), ratio, ms(times.cpu), ms(few.cpu), total, ` ${name}`].join(" "),
    );
  }
  return [
    `The slowest of ${figures.length} pages (ms: p95 and median at 1,000,000, median at 10,000, how many times the plain first
page between its answers, the medians of what the server had of a core):`,
    "     p95  million   10,000   plain      CPU   CPU 10k    total  page",
    ...lines,
    "",
    "Pages over 7 × the plain first page, by their filters:",
    classesOf(figures),
  ].join("\n");
}

/** Measures a page in turns with the plain first page, so that a slow moment of the machine slows both. */
async function measureBesidePlain(database: Database, combination: Combination, cursor: string | null) {
  const plain: number[] = [];
  const large = await measure(database, combination, cursor, async () => {
    const began = performance.now();
    await listVerifications({ filter: VERIFICATION_FILTER.empty, cursor: null }, database);
    plain.push(performance.now() - began);
  });
  return { large, plain: median(plain) };
}

async function measure(
  database: Database,
  { filter }: Combination,
  cursor: string | null,
  between: () => Promise<void> = async () => undefined,
): Promise<Times> {
  const pid = (await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;
  const times: number[] = [];
  const cpu: number[] = [];
  const take = async () => {
    await between();
    const [cpuBegan, began] = [cpuOf(pid), performance.now()];
    await listVerifications({ filter, cursor }, database);
    times.push(performance.now() - began);
    cpu.push(cpuOf(pid) - cpuBegan);
  };
  await listVerifications({ filter, cursor }, database);
  while (times.length < SAMPLES) await take();
  const most = Math.max(...times);
  if (most > SLOW_MS && most < HOPELESS_MS) while (times.length < MORE_SAMPLES) await take();
  const ofCore = median(cpu);
  return { median: median(times), p95: percentile(times, 0.95), cpu: Number.isNaN(ofCore) ? null : ofCore };
}

async function deepCursor(database: Database, { filter }: Combination): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_BEFORE; page += 1) {
    const { next_cursor } = await listVerifications({ filter, cursor, limit: 200 }, database);
    if (next_cursor === null) return cursor;
    cursor = next_cursor;
  }
  return cursor;
}

async function totalOf(database: Database, { filter }: Combination): Promise<string> {
  return totalText((await listVerifications({ filter, limit: 1 }, database)).total);
}

/** The plans of the statements of a page of the list, with the time of each step. */
async function explain({ pool }: Database, filter: VerificationFilter, cursor: string | null): Promise<string> {
  const plans: string[] = [];
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`,
      values,
    );
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    return pool.query(text, values);
  };
  await listVerifications({ filter, cursor }, { pool: { query } as unknown as Database["pool"] });
  return plans.join("\n\n");
}
