import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** The cost of a cold load of a page for its reader. */
export type FirstLoad = {
  /** Bodies of JavaScript as they were sent, compressed; what the page fetches ahead is in it. */
  scriptKB: number;
  /** Addresses of these. */
  scripts: string[];
  /** Largest Contentful Paint after the navigation began. */
  lcpMs: number;
  /** Total Blocking Time: of every task longer than 50 ms, what is above 50 ms. */
  blockingMs: number;
};

/** As slow as a phone of the middle class. */
export const CPU_SLOWDOWN = 4;
export const VIEWPORT = { width: 1440, height: 900 };
/** Where most readers are: the server draws their times right before it knows their zone. */
export const READER = { locale: "es-MX", timezoneId: "America/Mexico_City" };

/** A session as `BrowserContext.storageState` gives it. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

declare global {
  interface Window {
    firstLoad: { lcp: number; blocking: number };
    firstRows: Promise<number>;
  }
}

/** Has the work done on a page of a browser profile of its own, which has seen nothing of the dashboard but a session. */
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

/** Loads `url` in a browser that has seen nothing of the dashboard but its session, its processor slowed down, until all is quiet. */
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
    // The live stream never ends, so that the network is never idle: quiet is when the last script has come and run.
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

/** A phone at the edge of its cell. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Milliseconds after the navigation began until the first rows of a list are drawn, in a browser that has nothing of it yet. */
export const measureSlowLine = (browser: Browser, url: string, storageState: Session): Promise<number> =>
  inProfile(browser, storageState, async (page, session) => {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_LINE);
    await page.addInitScript(() => {
      const { promise, resolve } = Promise.withResolvers<number>();
      window.firstRows = promise;
      // No frame comes while a stylesheet is waited for.
      const look = (at: number) => {
        if (document.querySelector("[data-row]")?.checkVisibility()) resolve(at);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(url, { waitUntil: "commit" });
    return page.evaluate(() => window.firstRows);
  });
