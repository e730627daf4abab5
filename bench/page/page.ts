import { gzipSync } from "node:zlib";
import type { APIRequestContext, Browser } from "@playwright/test";
import { describeMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { linkPackages, sourcesOf } from "#drill/releases.ts";
import { launchBrowser } from "#e2e/support/browser.ts";
import { accountOf, type Installation, startInstallation } from "#e2e/support/installation.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import { type FirstLoad, measureFirstLoad, measureSlowLine, type Session } from "./first-load.ts";
import { startFloor } from "./floor.ts";
import { measureNextFile, type NextFile } from "./next-file.ts";

/** The first start plays this many; the list of a page is then full. */
const FULL_LIST = 40;
const POLL_MS = 250;

const PAGES = ["list", "review", "detail"] as const;
type Page = (typeof PAGES)[number];
type Loads = Record<Page, FirstLoad[]>;

/** JavaScript of a first load, as gzip. */
const SCRIPT_KB: Partial<Record<Page, number>> = { list: 235, detail: 235 };
/** Relative to the floor's largest paint, and beyond its blocking time. */
const PAINT_TIMES = 3;
const BLOCKING_MS = 150;
/** Beyond the compared commit's. */
const MORE_BLOCKING_MS = 60;

const SLOW_LINE_MS = 4_000;

/** A Cotejo whose pages are loaded. */
type Subject = { installation: Installation; session: Session; addresses: Record<Page, string>; loads: Loads };

/**
 * The waits of a reader at a cold first load, beside an empty page of the same Next and, if named, another commit's
 * page; its weight; and the desk, warm.
 */
export async function benchmarkPage(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const floor = await startFloor(stack);
  const floorLoads: FirstLoad[] = [];
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const now = await start(browser, stack);
  const before = options.against === undefined ? null : await start(browser, stack, sourcesAt(options.against));
  // The first one warms the servers up and is not counted.
  for (let round = -1; round < options.rounds; round += 1) {
    const floorLoad = await measureFirstLoad(browser, floor, now.session);
    if (round >= 0) floorLoads.push(floorLoad);
    for (const page of PAGES) {
      for (const subject of before ? [now, before] : [now]) {
        const load = await measureFirstLoad(browser, subject.addresses[page], subject.session);
        if (round >= 0) subject.loads[page].push(load);
      }
    }
  }
  const { origin } = now.installation;
  const html = await (await fetch(now.addresses.list, { headers: { cookie: cookieOf(now.session) } })).text();
  const slow: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    slow.push(await measureSlowLine(browser, now.addresses.list, now.session));
  }
  const next = await measureNextFile(browser, origin, now.session, options.rounds);
  return {
    benchmark: "page",
    machine: describeMachine(),
    options,
    method: `${options.rounds} cold loads of each page in turn, each in a browser profile of its own${before ? `; before: commit ${options.against}` : ""}`,
    measures: [
      ...floorMeasures(floorLoads),
      ...(await Promise.all(PAGES.map((page) => measuresOf(page, now.loads, floorLoads)))).flat(),
      ...(before ? PAGES.flatMap((page) => comparisonOf(page, now.loads[page], before.loads[page])) : []),
      ...weigh(html),
      { name: "list: first rows at 400 ms and 50 KB/s", unit: "ms", samples: slow, target: { atMost: SLOW_LINE_MS } },
      ...nextMeasures(next),
    ],
  };
}

function sourcesAt(commit: string): string {
  const sources = sourcesOf({ version: commit.slice(0, 8), commit });
  linkPackages(sources);
  return sources.root;
}

async function start(browser: Browser, stack: AsyncDisposableStack, root?: string): Promise<Subject> {
  const installation = await startInstallation({ SANDBOX_TIME_SCALE: "1" }, root);
  stack.defer(installation.stop);
  const context = await browser.newContext();
  const { origin } = installation;
  const data = accountOf(installation, "compliance");
  await context.request.post(`${origin}/api/session`, { headers: { origin }, data });
  const addresses = await addressesOf(context.request, installation);
  const session = await context.storageState();
  return { installation, session, addresses, loads: { list: [], review: [], detail: [] } };
}

const cookieOf = ({ cookies }: Session): string => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

const floorMeasures = (floor: readonly FirstLoad[]): Measure[] => [
  { name: "floor: JavaScript over the wire", unit: "KB", samples: floor.map(({ scriptKB }) => scriptKB) },
  { name: "floor: largest contentful paint, CPU slowed 4×", unit: "ms", samples: floor.map(({ lcpMs }) => lcpMs) },
  { name: "floor: blocking time, CPU slowed 4×", unit: "ms", samples: floor.map(({ blockingMs }) => blockingMs) },
];

/** Beside the median of the floor: a single load of it varies as much as one of ours. */
async function measuresOf(page: Page, loads: Loads, floor: readonly FirstLoad[]): Promise<Measure[]> {
  const paint = median(floor.map(({ lcpMs }) => lcpMs));
  const blocking = median(floor.map(({ blockingMs }) => blockingMs));
  const own = loads[page];
  const atMost = SCRIPT_KB[page];
  return [
    { name: `${page}: JavaScript over the wire`, unit: "KB", samples: own.map((load) => load.scriptKB) },
    {
      name: `${page}: the same as gzip`,
      unit: "KB",
      samples: await Promise.all(own.map(({ scripts }) => gzipKB(scripts))),
      ...(atMost === undefined ? {} : { target: { atMost } }),
    },
    { name: `${page}: largest contentful paint`, unit: "ms", samples: own.map((load) => load.lcpMs) },
    {
      name: `${page}: the same in times of the floor's`,
      unit: "×",
      samples: own.map((load) => load.lcpMs / paint),
      target: { atMost: PAINT_TIMES },
    },
    {
      name: `${page}: blocking time beyond the floor's`,
      unit: "ms",
      samples: own.map((load) => load.blockingMs - blocking),
      target: { atMost: BLOCKING_MS },
    },
  ];
}

/** Size of these files, each compressed by gzip. */
async function gzipKB(scripts: readonly string[]): Promise<number> {
  const sizes = scripts.map(async (address) => gzipSync(await (await fetch(address)).text()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

/** Beside the median of the commit before. */
function comparisonOf(page: Page, now: readonly FirstLoad[], before: readonly FirstLoad[]): Measure[] {
  const blocking = median(before.map(({ blockingMs }) => blockingMs));
  return [
    { name: `${page}, before: JavaScript over the wire`, unit: "KB", samples: before.map((load) => load.scriptKB) },
    { name: `${page}, before: largest contentful paint`, unit: "ms", samples: before.map((load) => load.lcpMs) },
    {
      name: `${page}: blocking time beyond that before`,
      unit: "ms",
      samples: now.map((load) => load.blockingMs - blocking),
      target: { atMost: MORE_BLOCKING_MS },
    },
  ];
}

/** The weight of the list's first answer, and of a row on average. */
function weigh(html: string): Measure[] {
  // Each begins where the previous one ends; the end of the last one is hard to find.
  const rows = html.split(/(?=<div role="row"[^>]*data-row=)/).slice(1, -1);
  const average = (of: (row: string) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const measure = (name: string, unit: Measure["unit"], value: number, atMost: number): Measure => ({
    name: `list, first answer: ${name}`,
    unit,
    samples: [value],
    target: { atMost },
  });
  return [
    measure("HTML", "KB", Buffer.byteLength(html) / 1000, 90),
    measure("HTML compressed", "KB", gzipSync(html).length / 1000, 18),
    measure("a row", "KB", average((row) => Buffer.byteLength(row)) / 1000, 1.3),
    measure(
      "elements of a row",
      "",
      average((row) => row.match(/<[a-z]/g)?.length ?? 0),
      30,
    ),
  ];
}

const nextMeasures = ({ byKey, afterDecision }: NextFile): Measure[] =>
  (
    [
      ["desk: from a key to the next file, CPU slowed 4×", byKey, 100],
      ["desk: from deciding to the next file, CPU slowed 4×", afterDecision, 200],
    ] as const
  ).map(([name, samples, atMost]) => ({ name, unit: "ms", samples, target: { atMost } }));

/** Waits until the list is full, and picks the verification with the most to show. */
async function addressesOf(request: APIRequestContext, { origin }: Installation) {
  for (;;) {
    const answer = await request.get(`${origin}/api/verifications`);
    if (!answer.ok()) throw new Error(`the list answered ${answer.status()}`);
    const { items } = (await answer.json()) as VerificationList;
    const [fullest] = items.toSorted((a, b) => b.items_total - a.items_total);
    if (items.length >= FULL_LIST && fullest) {
      return {
        list: `${origin}/verifications`,
        review: `${origin}/review?lane=unassigned`,
        detail: `${origin}/verifications/${encodeURIComponent(fullest.verification_id)}`,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
