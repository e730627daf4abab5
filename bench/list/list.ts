import { describeDatabaseMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import type { Database } from "#lib/server/db/database.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";
import { type Combination, combinations } from "./combinations.ts";
import { cpuOf } from "./cpu.ts";
import { openSizes } from "./databases.ts";
import { explain } from "./explain.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const TARGET_MS = 50;
/** Of the plain first page of the same run, since machines differ. */
const TARGET_RATIO = 7;
/** For the classes of pages that the decision on the list names. */
const WORST_MS = 200;
const SAMPLES = 5;
/** One slow sample of five may be the machine's: then twenty decide. */
const MORE_SAMPLES = 20;
const SLOW_MS = 20;
/** Nothing of the machine's makes a miss of this size. */
const HOPELESS_MS = 1_000;
/** The deep page comes after this many of the largest. */
const PAGES_BEFORE = 10;
const SHOWN = 40;

/** Of the answers to one page, in ms; `cpu` is the median of what the server's process had of a core, where that is known. */
type Times = { median: number; p95: number; cpu: number | null };

type Figure = { name: string; total: string; small: Times; large: Times };

/**
 * Every filter alone and every two, in every order, at 10,000 and at 1,000,000 verifications: first page and a deep one,
 * total included, as the handler asks for them. Warm: each is asked once before it is timed.
 */
export async function benchmarkList(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const [small, large] = await openSizes([SMALL, LARGE], stack);
  if (!small || !large) throw new Error("a database is missing");
  const figures: Figure[] = [];
  let slowest: { figure: Figure; combination: Combination; cursor: string | null } | undefined;
  for (const combination of combinations()) {
    for (const deep of [false, true]) {
      const cursors = deep
        ? [await deepCursor(small, combination), await deepCursor(large, combination)]
        : [null, null];
      // Nothing comes after the first pages at the size that matters.
      if (deep && !cursors[1]) continue;
      const total = await totalOf(large, combination);
      const few = await measure(small, combination, cursors[0] ?? null);
      const many = await measure(large, combination, cursors[1] ?? null);
      const name = `${combination.name}${deep ? ", deep" : ""}`;
      const figure = { name, total, small: few, large: many };
      figures.push(figure);
      if (figure.large.p95 > (slowest?.figure.large.p95 ?? 0))
        slowest = { figure, combination, cursor: cursors[1] ?? null };
    }
  }
  const plan = slowest ? await explain(large, slowest.combination.filter, slowest.cursor) : "";
  return {
    benchmark: "list",
    machine: await describeDatabaseMachine(large),
    options,
    method: `p95 of at least ${SAMPLES} answers each, page and total, of ${figures.length} pages`,
    measures: measuresOf(figures),
    notes: [tableOf(figures), `Slowest: ${slowest?.figure.name}\n\n${plan}`],
    details: { figures, plan },
  };
}

/** The first page of the list as it is opened. */
const plainOf = (figures: readonly Figure[]): number => figures[0]?.large.median ?? Number.NaN;

function measuresOf(figures: readonly Figure[]): Measure[] {
  const share = (count: number) => [(100 * count) / figures.length];
  const rank = (part: number) =>
    figures.map(({ large }) => large.p95).toSorted((a, b) => a - b)[Math.ceil(part * figures.length) - 1] ?? Number.NaN;
  const plain = plainOf(figures);
  return [
    { name: "1,000,000: the plain first page", unit: "ms", samples: [plain] },
    { name: "1,000,000: p95 of the middle page", unit: "ms", samples: [rank(0.5)] },
    {
      name: "1,000,000: p95 of the slowest of 20 pages",
      unit: "ms",
      samples: [rank(0.95)],
      target: { atMost: TARGET_MS },
    },
    { name: "1,000,000: p95 of the slowest", unit: "ms", samples: [rank(1)], target: { atMost: WORST_MS } },
    {
      name: "pages over 50 ms",
      unit: "%",
      samples: share(figures.filter(({ large }) => large.p95 > TARGET_MS).length),
    },
    {
      name: "pages over 7 × the plain first page, of medians",
      unit: "%",
      samples: share(figures.filter(({ large }) => large.median > TARGET_RATIO * plain).length),
    },
  ];
}

/** The slowest first. */
function tableOf(figures: readonly Figure[]): string {
  const ms = (value: number | null) => (value ?? Number.NaN).toFixed(1).padStart(8);
  const plain = plainOf(figures);
  const lines = figures
    .toSorted((a, b) => b.large.p95 - a.large.p95)
    .slice(0, SHOWN)
    .map(({ name, total, small, large }) =>
      [
        ms(large.p95),
        ms(large.median),
        ms(small.median),
        `×${(large.median / plain).toFixed(1)}`.padStart(7),
        ms(large.cpu),
        ms(small.cpu),
        total.padStart(8),
        ` ${name}`,
      ].join(" "),
    );
  return [
    `The slowest of ${figures.length} pages (ms: p95 and median at 1,000,000, median at 10,000, how many times the plain first
page's median, the medians of what the server had of a core):`,
    "     p95  million   10,000   plain      CPU   CPU 10k    total  page",
    ...lines,
  ].join("\n");
}

async function measure(database: Database, { filter }: Combination, cursor: string | null): Promise<Times> {
  const pid = (await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;
  const times: number[] = [];
  const cpu: number[] = [];
  const take = async () => {
    const [cpuBegan, began] = [cpuOf(pid), performance.now()];
    await listVerifications({ filter, cursor }, database);
    times.push(performance.now() - began);
    cpu.push(cpuOf(pid) - cpuBegan);
  };
  await listVerifications({ filter, cursor }, database);
  while (times.length < SAMPLES) await take();
  const most = Math.max(...times);
  if (most > SLOW_MS && most < HOPELESS_MS) while (times.length < MORE_SAMPLES) await take();
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;
  const ofCore = median(cpu);
  return { median: median(times), p95, cpu: Number.isNaN(ofCore) ? null : ofCore };
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
  const { total } = await listVerifications({ filter, limit: 1 }, database);
  if (typeof total === "number") return String(total);
  return `${total.at_least}+`;
}
