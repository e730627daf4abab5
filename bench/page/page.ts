import { type APIRequestContext, chromium } from "@playwright/test";
import { describeMachine } from "#bench/machine.ts";
import type { Measure } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { findBrowser } from "#e2e/support/browser.ts";
import { type Installation, sandboxAccounts, startInstallation } from "#e2e/support/installation.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import { type FirstLoad, measureFirstLoad } from "./first-load.ts";
import { measureNextFile, type NextFile } from "./next-file.ts";

/** The first start plays this many; the list of a page is then full. */
const FULL_LIST = 40;
const POLL_MS = 250;

const PAGES = [
  { name: "list", atMostKB: 230 },
  { name: "detail", atMostKB: 250 },
] as const;

/** What a reader waits for at a cold first load of the list and of a verification, what it weighs, and the desk, warm. */
export async function benchmarkPage(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const installation = await startInstallation({ SANDBOX_TIME_SCALE: "1" });
  stack.defer(installation.stop);
  const { path, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ["--no-sandbox"],
  });
  stack.defer(() => browser.close());
  const context = await browser.newContext();
  await signIn(context.request, installation);
  const addresses = await addressesOf(context.request, installation);
  const session = await context.storageState();
  const loads: Record<keyof typeof addresses, FirstLoad[]> = { list: [], detail: [] };
  // The first one warms the server up and is not counted.
  for (let round = -1; round < options.rounds; round += 1) {
    for (const page of PAGES) {
      const load = await measureFirstLoad(browser, addresses[page.name], session);
      if (round >= 0) loads[page.name].push(load);
    }
  }
  const next = await measureNextFile(browser, installation.origin, session, options.rounds);
  return {
    benchmark: "page",
    machine: describeMachine(),
    options,
    method: `${options.rounds} cold loads of each page in turn, each in a browser profile of its own`,
    measures: [
      ...PAGES.flatMap(({ name, atMostKB }) => measuresOf(name, loads[name], atMostKB)),
      ...nextMeasures(next),
    ],
  };
}

function measuresOf(name: string, loads: readonly FirstLoad[], atMostKB: number): Measure[] {
  return [
    {
      name: `${name}: JavaScript over the wire`,
      unit: "KB",
      samples: loads.map((load) => load.scriptKB),
      target: { atMost: atMostKB },
    },
    {
      name: `${name}: largest contentful paint, CPU slowed 4×`,
      unit: "ms",
      samples: loads.map((load) => load.lcpMs),
      target: { atMost: 800 },
    },
    {
      name: `${name}: blocking time, CPU slowed 4×`,
      unit: "ms",
      samples: loads.map((load) => load.blockingMs),
      target: { atMost: 200 },
    },
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
        detail: `${origin}/verifications/${encodeURIComponent(fullest.verification_id)}`,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
