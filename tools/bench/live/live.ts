import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { launchBrowser } from "#e2e/support/browser.ts";
import { install, openDashboard, startReal } from "#tools/bench/ingest/installation.ts";
import { atRate } from "#tools/bench/load/events.ts";
import { figure, median } from "#tools/bench/measure.ts";
import { CPU_SLOWDOWN, READER, VIEWPORT } from "#tools/bench/page/first-load.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { measureCrowd } from "./crowd.ts";
import { type Sender, senderTo } from "./events.ts";
import { measureViewers } from "./viewers.ts";

/** Created by events: for rows that are only generated, the worker would call the missing service without a pause. */
const VERIFICATIONS = 500;
/** Rows of the list's first page. */
const VISIBLE_ROWS = 50;
/** A session has at most ten live streams. */
const SESSIONS = 8;
/** Longer than the browser waits between two requests of the list. */
const QUIET_MS = 2_000;
const FIRST_EVENT_MS = 150;
const PER_SECOND = 50;
const LOAD_SECONDS = 10;
const FRAME_MS = 50;
const MAX_REQUESTS = 2;
const CROWD_P95_MS = 250;

declare global {
  interface Window {
    /** The time of the first change of the watched row, in milliseconds since the epoch. */
    changedAt: Promise<number>;
    /**
     * For each frame the time since the previous one in milliseconds, and the number of times that another row was under
     * the pointer.
     */
    frameTimes: { gaps: number[]; moved: number };
  }
}

/**
 * The list during events: the time from the acknowledgement of the first event after quiet to the changed pixel; fifty
 * events a second with the processor slowed down four times; and 200 parallel readers with 50 open live streams.
 */
export const benchmarkLive: Benchmark = async (options, stack) => {
  const installation = await install(stack);
  const { installed, database } = installation;
  for (const name of ["receiver", "worker"] as const) stack.defer(await startReal(name, installed));
  const { origin, credentials, cookies } = await openDashboard(installation, stack, { sessions: SESSIONS });
  const { send, begin } = senderTo(installed);
  const all = Array.from({ length: VERIFICATIONS }, () => `ver_${randomUUID()}`);
  for (const id of all) await begin(id);
  // The files that changed last come first.
  const ids = all.toReversed().slice(0, VISIBLE_ROWS);
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const context = await browser.newContext({ viewport: VIEWPORT, ...READER });
  await context.request.post(`${origin}/api/session`, { headers: { origin }, data: credentials });
  const first = await measureFirstEvents(context, origin, send, ids, options.rounds);
  const flood = await measureFlood(context, origin, send, ids);
  const session = await context.storageState();
  await context.close();
  // Rows of the second page.
  const below = all.toReversed().slice(100, 100 + options.rounds);
  const viewers = (address: string) => measureViewers(browser, `${origin}${address}`, session, send, below, QUIET_MS);
  const byActivity = await viewers("/verifications");
  const byCreation = await viewers("/verifications?sort=-created_at");
  const flooded = `${PER_SECOND} events/s`;
  const crowd = await measureCrowd(origin, cookies, send);
  return {
    database,
    method: `${options.rounds} first events; ${PER_SECOND} a second for ${LOAD_SECONDS} s; 200 readers for 30 s`,
    measures: [
      figure("first event after quiet: acknowledged → changed pixel", "ms", first, { atMost: FIRST_EVENT_MS }),
      figure(`${flooded}: the list requested, a second`, "/s", [flood.requestRate], { atMost: MAX_REQUESTS }),
      figure(`${flooded}: the longest frame, CPU slowed 4×`, "ms", [Math.max(...flood.gaps)], { atMost: FRAME_MS }),
      figure(`${flooded}: the median frame, CPU slowed 4×`, "ms", [median(flood.gaps)]),
      figure(`${flooded}: frames with another row under the pointer`, "", [flood.moved], { atMost: 0 }),
      figure("ten viewers, by activity: requests an event", "", [byActivity.requests]),
      figure("ten viewers, by activity: KB an event", "KB", [byActivity.kilobytes]),
      figure("ten viewers, by creation: requests an event", "", [byCreation.requests]),
      figure("ten viewers, by creation: KB an event", "KB", [byCreation.kilobytes]),
      figure("200 readers: p50 of the list", "ms", [crowd.p50]),
      figure("200 readers: p95 of the list", "ms", [crowd.p95], { atMost: CROWD_P95_MS }),
    ],
    notes: [`${flood.gaps.filter((gap) => gap > FRAME_MS).length} of ${flood.gaps.length} frames over ${FRAME_MS} ms`],
  };
};

async function openList(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/verifications`);
  await page.locator("[data-row-link]").nth(9).waitFor();
  return page;
}

/** Sends one event at a time about a visible row, long after the previous one. The first one warms up and is not counted. */
async function measureFirstEvents(
  context: BrowserContext,
  origin: string,
  send: Sender,
  ids: readonly string[],
  rounds: number,
): Promise<number[]> {
  const page = await openList(context, origin);
  const times: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    // The quiet time itself: the first event after it is measured.
    await delay(QUIET_MS);
    await page.evaluate(() => {
      window.changedAt = new Promise((resolve) => {
        const rows = document.querySelector("[data-row]")?.parentElement;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
        });
        if (rows) observer.observe(rows, { childList: true, subtree: true, characterData: true });
      });
    });
    const acknowledgedAt = await send(ids[(round + 1) % 10] ?? "");
    const changedAt = await page.evaluate(() => window.changedAt);
    if (round >= 0) times.push(changedAt - acknowledgedAt);
  }
  await page.close();
  return times;
}

/** Sends events about the visible rows, with the pointer on one of them. */
async function measureFlood(context: BrowserContext, origin: string, send: Sender, ids: readonly string[]) {
  const page = await openList(context, origin);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const row = await page.locator("[data-row]").nth(5).boundingBox();
  if (!row) throw new Error("the list has no row");
  const [x, y] = [row.x + row.width / 2, row.y + row.height / 2];
  await page.mouse.move(x, y);
  // Waits until the initial requests of the page are drawn, since they may move the row under the pointer.
  await delay(QUIET_MS);
  const asked: number[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/verifications") asked.push(performance.now());
  });
  await page.evaluate(
    ([x = 0, y = 0]) => {
      const under = () =>
        document.elementFromPoint(x, y)?.closest("[data-row]")?.querySelector("a")?.getAttribute("href");
      const row = under();
      let last = performance.now();
      window.frameTimes = { gaps: [], moved: 0 };
      requestAnimationFrame(function look(now) {
        window.frameTimes.gaps.push(now - last);
        if (under() !== row) window.frameTimes.moved += 1;
        last = now;
        requestAnimationFrame(look);
      });
    },
    [x, y],
  );
  await atRate(PER_SECOND, LOAD_SECONDS, (index) => send(ids[index % ids.length] ?? ""));
  const { gaps, moved } = await page.evaluate(() => window.frameTimes);
  await page.close();
  // The first gap includes the call that starts the measurement.
  const askedSeconds = ((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / 1_000;
  if (asked.length < 2) throw new Error("the list was not updated while the events arrived");
  return { requestRate: (asked.length - 1) / askedSeconds, gaps: gaps.slice(1), moved };
}
