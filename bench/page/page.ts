import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { describeMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { launchBrowser } from "#e2e/support/browser.ts";
import { type Installation, sandboxAccounts, startInstallation } from "#e2e/support/installation.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import { type FirstLoad, measureFirstLoad } from "./first-load.ts";
import { startFloor } from "./floor.ts";
import { measureNextFile, type NextFile } from "./next-file.ts";

/** The first start plays this many; the list of a page is then full. */
const FULL_LIST = 40;
const POLL_MS = 250;

const PAGES = [
  { name: "list", atMostKB: 185 },
  { name: "review", atMostKB: undefined },
  { name: "detail", atMostKB: 190 },
] as const;

/** Of the floor's largest paint, and beyond its blocking time. */
const PAINT_TIMES = 2;
const BLOCKING_MS = 150;

/** What a reader waits for at a cold first load, beside an empty page of the same Next, what it weighs, and the desk, warm. */
export async function benchmarkPage(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const floor = await startFloor(stack);
  const installation = await startInstallation({ SANDBOX_TIME_SCALE: "1" });
  stack.defer(installation.stop);
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const context = await browser.newContext();
  await signIn(context.request, installation);
  const addresses = await addressesOf(context.request, installation);
  const session = await context.storageState();
  const loads: Record<"floor" | keyof typeof addresses, FirstLoad[]> = { floor: [], list: [], review: [], detail: [] };
  // The first one warms the server up and is not counted.
  for (let round = -1; round < options.rounds; round += 1) {
    for (const [name, address] of [
      ["floor", floor] as const,
      ...PAGES.map(({ name }) => [name, addresses[name]] as const),
    ]) {
      const load = await measureFirstLoad(browser, address, session);
      if (round >= 0) loads[name].push(load);
    }
  }
  const weight = weigh(await (await context.request.get(addresses.list)).text());
  const next = await measureNextFile(browser, installation.origin, session, options.rounds);
  return {
    benchmark: "page",
    machine: describeMachine(),
    options,
    method: `${options.rounds} cold loads of each page in turn, each in a browser profile of its own`,
    measures: [
      ...floorMeasures(loads.floor),
      ...PAGES.flatMap(({ name, atMostKB }) => measuresOf(name, loads[name], loads.floor, atMostKB)),
      ...weight,
      ...nextMeasures(next),
    ],
  };
}

const floorMeasures = (floor: readonly FirstLoad[]): Measure[] => [
  { name: "floor: JavaScript over the wire", unit: "KB", samples: floor.map(({ scriptKB }) => scriptKB) },
  { name: "floor: largest contentful paint, CPU slowed 4×", unit: "ms", samples: floor.map(({ lcpMs }) => lcpMs) },
  { name: "floor: blocking time, CPU slowed 4×", unit: "ms", samples: floor.map(({ blockingMs }) => blockingMs) },
];

/** Beside the median of the floor: a single load of it varies as much as one of ours. */
function measuresOf(
  name: string,
  loads: readonly FirstLoad[],
  floor: readonly FirstLoad[],
  atMostKB: number | undefined,
): Measure[] {
  const paint = median(floor.map(({ lcpMs }) => lcpMs));
  const blocking = median(floor.map(({ blockingMs }) => blockingMs));
  return [
    {
      name: `${name}: JavaScript over the wire`,
      unit: "KB",
      samples: loads.map((load) => load.scriptKB),
      ...(atMostKB === undefined ? {} : { target: { atMost: atMostKB } }),
    },
    { name: `${name}: largest contentful paint`, unit: "ms", samples: loads.map((load) => load.lcpMs) },
    {
      name: `${name}: the same in times of the floor's`,
      unit: "×",
      samples: loads.map((load) => load.lcpMs / paint),
      target: { atMost: PAINT_TIMES },
    },
    {
      name: `${name}: blocking time beyond the floor's`,
      unit: "ms",
      samples: loads.map((load) => load.blockingMs - blocking),
      target: { atMost: BLOCKING_MS },
    },
  ];
}

/** What the list's first answer weighs, and a row of it on average. */
function weigh(html: string): Measure[] {
  const rows = html.match(/<tr [^>]*data-row=.*?<\/tr>/gs) ?? [];
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

const NEXT_FILE_MS = 300;

const nextMeasures = ({ byKey, afterDecision }: NextFile): Measure[] =>
  (
    [
      ["desk: from a key to the next file, CPU slowed 4×", byKey],
      ["desk: from deciding to the next file, CPU slowed 4×", afterDecision],
    ] as const
  ).map(([name, samples]) => ({ name, unit: "ms", samples, target: { atMost: NEXT_FILE_MS } }));

async function signIn(request: APIRequestContext, { origin, dataDir }: Installation): Promise<void> {
  const account = sandboxAccounts(dataDir).find(({ role }) => role === "compliance");
  const answer = await request.post(`${origin}/api/session`, {
    headers: { origin },
    data: { email: account?.email, password: account?.password },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}

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
