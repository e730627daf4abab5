import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** The cost of a cold load of a page for its reader. */
export type FirstLoad = {
  /** Bodies of JavaScript as they were sent, compressed, including prefetches of the page. */
  scriptKB: number;
  scripts: string[];
  /** Largest Contentful Paint after the navigation began. */
  lcpMs: number;
  /** Total Blocking Time: the sum of the parts above 50 ms of all tasks longer than 50 ms. */
  blockingMs: number;
};

/** As slow as a mid-range phone. */
export const CPU_SLOWDOWN = 4;
export const VIEWPORT = { width: 1440, height: 900 };
/** The locale and zone of most readers: the server draws their times right before it knows their zone. */
export const READER = { locale: "es-MX", timezoneId: "America/Mexico_City" };

/** A session as `BrowserContext.storageState` gives it. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

declare global {
  interface Window {
    firstLoad: { lcp: number; blocking: number };
    firstRows: Promise<number>;
  }
}

/** Does the work on a page of a new browser profile, which has only a session of the dashboard. */
export async function inProfile<T>(
  browser: Browser,
  storageState: Session,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...READER, storageState });
  try {
    const page = await context.newPage();
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** Loads `url` in a browser without cache but with a session, with a slowed processor, until all is quiet. */
export const measureFirstLoad = (browser: Browser, url: string, storageState: Session): Promise<FirstLoad> =>
  inProfile(browser, storageState, async (page, session) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(() => {
      window.firstLoad = { lcp: 0, blocking: 0 };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.firstLoad.lcp = entry.startTime;
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.firstLoad.blocking += Math.max(0, entry.duration - 50);
      }).observe({ type: "longtask", buffered: true });
    });
    await page.goto(url);
    // The live stream never ends, so the network is never idle: quiet means that the last script has arrived and run.
    await page.waitForFunction(() => document.readyState === "complete" && performance.now() > 4_000);
    const { lcp, blocking } = await page.evaluate(() => window.firstLoad);
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
    );
    const scriptBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { scriptKB: scriptBytes / 1000, scripts: scripts.map(({ name }) => name), lcpMs: lcp, blockingMs: blocking };
  });

/** The connection of a phone at the edge of its cell. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Milliseconds from the start of the navigation to the first drawn rows of a list, in a browser without cache. */
export const measureSlowLine = (browser: Browser, url: string, storageState: Session): Promise<number> =>
  inProfile(browser, storageState, async (page, session) => {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_LINE);
    await page.addInitScript(() => {
      const { promise, resolve } = Promise.withResolvers<number>();
      window.firstRows = promise;
      // No frame is drawn while the page waits for a stylesheet.
      const look = (at: number) => {
        if (document.querySelector("[data-row]")?.checkVisibility()) resolve(at);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(url, { waitUntil: "commit" });
    return page.evaluate(() => window.firstRows);
  });
