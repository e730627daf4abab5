import { describeDatabaseMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import type { Database } from "#lib/server/db/database.ts";
import { listVerifications } from "#lib/server/queries/verifications/list.ts";
import { type Combination, combinations } from "./combinations.ts";
import { cpuOf } from "./cpu.ts";
import { openSizes } from "./databases.ts";
import { explain } from "./explain.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const TARGET_MS = 50;
const TARGET_RATIO = 1.5;
/** A page that takes less has nothing to gain, and its ratio is noise: at 10,000 rows most take one or two. */
const RATIO_FLOOR_MS = 5;
const SAMPLES = 5;
/** One slow sample of five may be the machine's: then twenty decide. */
const MORE_SAMPLES = 20;
/** Nothing of the machine's makes a miss of this size. */
const HOPELESS_MS = 1_000;
/** The deep page comes after this many of the largest. */
const PAGES_BEFORE = 10;
const SHOWN = 25;

/** p95 in ms; `cpu` is the median of what the server's process took of a core at 1,000,000, where the system tells. */
type Figure = { name: string; total: string; small: number; large: number; cpu: number | null };

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
      const figure = { name, total, small: few.p95, large: many.p95, cpu: many.cpu };
      figures.push(figure);
      if (figure.large > (slowest?.figure.large ?? 0)) slowest = { figure, combination, cursor: cursors[1] ?? null };
    }
  }
  const plan = slowest ? await explain(large, slowest.combination.filter, slowest.cursor) : "";
  return {
    benchmark: "list",
    machine: await describeDatabaseMachine(large),
    options,
    method: `p95 of at least ${SAMPLES} answers each, page and total, of ${figures.length} pages; ratios where the larger takes over ${RATIO_FLOOR_MS} ms`,
    measures: measuresOf(figures),
    notes: [tableOf(figures), `Slowest: ${slowest?.figure.name}\n\n${plan}`],
    details: { figures, plan },
  };
}

const ratio = ({ small, large }: Figure): number => (large <= RATIO_FLOOR_MS ? 0 : large / Math.max(small, 1e-3));
const misses = (figure: Figure): boolean => figure.large > TARGET_MS || ratio(figure) > TARGET_RATIO;

function measuresOf(figures: readonly Figure[]): Measure[] {
  const share = (count: number) => [(100 * count) / figures.length];
  const rank = (part: number) =>
    figures.map(({ large }) => large).toSorted((a, b) => a - b)[Math.ceil(part * figures.length) - 1] ?? Number.NaN;
  return [
    { name: "1,000,000: p95 of the middle page", unit: "ms", samples: [rank(0.5)] },
    { name: "1,000,000: p95 of the slowest of 20 pages", unit: "ms", samples: [rank(0.95)] },
    { name: "1,000,000: p95 of the slowest", unit: "ms", samples: [rank(1)], target: { atMost: TARGET_MS } },
    {
      name: "pages over 50 ms",
      unit: "%",
      samples: share(figures.filter(({ large }) => large > TARGET_MS).length),
      target: { atMost: 0 },
    },
    {
      name: "pages over 5 ms and 1.5 × their time at 10,000",
      unit: "%",
      samples: share(figures.filter((figure) => ratio(figure) > TARGET_RATIO).length),
      target: { atMost: 0 },
    },
  ];
}

/** Those that miss a target, the slowest first, or the slowest where none does. */
function tableOf(figures: readonly Figure[]): string {
  const missed = figures.filter(misses);
  const shown = (missed.length > 0 ? missed : figures).toSorted((a, b) => b.large - a.large).slice(0, SHOWN);
  const lines = shown.map(({ name, total, small, large, cpu }) =>
    [
      large.toFixed(1).padStart(8),
      small.toFixed(1).padStart(8),
      `×${(large / small).toFixed(1)}`.padStart(7),
      (cpu ?? Number.NaN).toFixed(1).padStart(7),
      total.padStart(8),
      ` ${name}`,
    ].join(" "),
  );
  return [
    `${missed.length} of ${figures.length} pages miss a target; ${missed.length > 0 ? "the worst of them" : "the slowest"} (p95, ms):`,
    " million   10,000   ratio     CPU    total  page",
    ...lines,
  ].join("\n");
}

async function measure(database: Database, { filter }: Combination, cursor: string | null) {
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
  if (most > RATIO_FLOOR_MS && most < HOPELESS_MS) while (times.length < MORE_SAMPLES) await take();
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;
  return { p95, cpu: Number.isNaN(median(cpu)) ? null : median(cpu) };
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
  return typeof total === "number" ? String(total) : `${total.at_least}+`;
}
