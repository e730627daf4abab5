import { gzipSync } from "node:zlib";
import type { APIRequestContext, Browser } from "@playwright/test";
import { launchBrowser } from "#e2e/support/browser.ts";
import { accountOf, type Installation, startInstallation } from "#e2e/support/installation.ts";
import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import { figure, figuresOf, type Measure, median, type Target } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { linkPackages, sourcesOf } from "#tools/drill/releases.ts";
import { type FirstLoad, measureFirstLoad, measureSlowLine, type Session } from "./first-load.ts";
import { startFloor } from "./floor.ts";
import { type Interactions, measureInteractions } from "./interactions.ts";
import { measureNextFile } from "./next-file.ts";

/** The number of verifications that the first start plays; then the list of a page is full. */
const FULL_LIST = 40;
const POLL_MS = 250;

const PAGES = ["list", "review", "detail"] as const;
type Page = (typeof PAGES)[number];
type Loads = Record<Page, FirstLoad[]>;

/** The maximum JavaScript of a first load, as gzip. */
const SCRIPT_KB: Partial<Record<Page, Target>> = { list: { atMost: 235 }, detail: { atMost: 265 } };
/** Relative to the floor's largest paint, and in addition to its blocking time. */
const PAINT_TIMES = 3;
const BLOCKING_MS = 150;
/** In addition to the compared commit's blocking time. */
const MORE_BLOCKING_MS = 60;

const SLOW_LINE_MS = 4_000;

/** The scripted work at the desk whose longest interaction counts. */
const WORK_MINUTES = 5;

/** A Cotejo whose pages are loaded. */
type MeasuredCotejo = { installation: Installation; session: Session; addresses: Record<Page, string>; loads: Loads };

/**
 * The waits of a reader at a cold first load, beside an empty page of the same Next and, if named, another commit's page;
 * the size of the page; and the desk, warm.
 */
export const benchmarkPage: Benchmark = async (options, stack) => {
  const floor = await startFloor(stack);
  const floorLoads: FirstLoad[] = [];
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const now = await start(browser, stack);
  const before = options.against === undefined ? null : await start(browser, stack, sourcesAt(options.against));
  // The first round warms the servers up and is not counted.
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
  const interactions = await measureInteractions(browser, now.addresses, now.session, {
    rounds: options.rounds,
    minutes: options.small ? 1 : WORK_MINUTES,
  });
  return {
    method: `${options.rounds} cold loads of each page in turn, each in a browser profile of its own${before ? `; before: commit ${options.against}` : ""}`,
    measures: [
      ...floorMeasures(floorLoads),
      ...(await Promise.all(PAGES.map((page) => measuresOf(page, now.loads, floorLoads)))).flat(),
      ...(before ? PAGES.flatMap((page) => comparisonOf(page, now.loads[page], before.loads[page])) : []),
      ...weigh(html),
      figure("list: first rows at 400 ms and 50 KB/s", "ms", slow, { atMost: SLOW_LINE_MS }),
      figure("desk: from a key to the next file, CPU slowed 4×", "ms", next.byKey, { atMost: 100 }),
      figure("desk: from deciding to the next file, CPU slowed 4×", "ms", next.afterDecision, { atMost: 200 }),
      ...interactionMeasures(interactions),
    ],
  };
};

function sourcesAt(commit: string): string {
  const sources = sourcesOf({ version: commit.slice(0, 8), commit });
  linkPackages(sources);
  return sources.root;
}

async function start(browser: Browser, stack: AsyncDisposableStack, root?: string): Promise<MeasuredCotejo> {
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

function floorMeasures(floor: readonly FirstLoad[]): Measure[] {
  const of = figuresOf(floor);
  return [
    of("floor: JavaScript over the wire", "KB", ({ scriptKB }) => scriptKB),
    of("floor: largest contentful paint, CPU slowed 4×", "ms", ({ lcpMs }) => lcpMs),
    of("floor: blocking time, CPU slowed 4×", "ms", ({ blockingMs }) => blockingMs),
  ];
}

/** Compares with the median of the floor: a single load of it varies as much as one of ours. */
async function measuresOf(page: Page, loads: Loads, floor: readonly FirstLoad[]): Promise<Measure[]> {
  const paint = median(floor.map(({ lcpMs }) => lcpMs));
  const blocking = median(floor.map(({ blockingMs }) => blockingMs));
  const own = loads[page];
  const of = figuresOf(own);
  const gzipped = await Promise.all(own.map(({ scripts }) => gzipKB(scripts)));
  return [
    of(`${page}: JavaScript over the wire`, "KB", ({ scriptKB }) => scriptKB),
    figure(`${page}: the same as gzip`, "KB", gzipped, SCRIPT_KB[page]),
    of(`${page}: largest contentful paint`, "ms", ({ lcpMs }) => lcpMs),
    of(`${page}: the same in times of the floor's`, "×", ({ lcpMs }) => lcpMs / paint, { atMost: PAINT_TIMES }),
    of(`${page}: blocking time beyond the floor's`, "ms", (load) => load.blockingMs - blocking, {
      atMost: BLOCKING_MS,
    }),
  ];
}

async function gzipKB(scripts: readonly string[]): Promise<number> {
  const sizes = scripts.map(async (address) => gzipSync(await (await fetch(address)).text()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

/** Compares with the median of the earlier commit. */
function comparisonOf(page: Page, now: readonly FirstLoad[], before: readonly FirstLoad[]): Measure[] {
  const blocking = median(before.map(({ blockingMs }) => blockingMs));
  const [of, ofBefore] = [figuresOf(now), figuresOf(before)];
  const target = { atMost: MORE_BLOCKING_MS };
  return [
    ofBefore(`${page}, before: JavaScript over the wire`, "KB", ({ scriptKB }) => scriptKB),
    ofBefore(`${page}, before: largest contentful paint`, "ms", ({ lcpMs }) => lcpMs),
    of(`${page}: blocking time beyond that before`, "ms", (load) => load.blockingMs - blocking, target),
  ];
}

/** The size of the list's first answer, and of a row on average. */
function weigh(html: string): Measure[] {
  // Each row begins where the previous one ends; the end of the last row is hard to find.
  const rows = html.split(/(?=<div role="row"[^>]*data-row=)/).slice(1, -1);
  const average = (of: (row: string) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const kilobytes = average((row) => Buffer.byteLength(row)) / 1000;
  const elements = average((row) => row.match(/<[a-z]/g)?.length ?? 0);
  return [
    figure("list, first answer: HTML", "KB", [Buffer.byteLength(html) / 1000], { atMost: 90 }),
    figure("list, first answer: HTML compressed", "KB", [gzipSync(html).length / 1000], { atMost: 18 }),
    figure("list, first answer: a row", "KB", [kilobytes], { atMost: 1.3 }),
    figure("list, first answer: elements of a row", "", [elements], { atMost: 30 }),
  ];
}

/** From a press to the paint of its effect, CPU slowed 4×. */
const interactionMeasures = ({ palette, dialog, opening, search, longest }: Interactions): Measure[] => [
  figure("palette: opened first", "ms", palette.first, { atMost: 100 }),
  figure("palette: opened again", "ms", palette.later, { atMost: 100 }),
  figure("palette: results of a search, without its request", "ms", search, { atMost: 150 }),
  figure("decision's dialog: opened first", "ms", dialog.first, { atMost: 100 }),
  figure("decision's dialog: opened again", "ms", dialog.later, { atMost: 100 }),
  figure("list: from a click on a row to the findings", "ms", opening, { atMost: 400 }),
  figure("desk: longest interaction of some minutes of work", "ms", longest, { atMost: 200 }),
];

/** Waits until the list is full, and picks the verification with the most contents. */
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
