import type { Browser, BrowserContext } from "@playwright/test";

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
  }
}

/** Loads `url` in a browser that has seen nothing of the dashboard but its session, its processor slowed down, until all is quiet. */
export async function measureFirstLoad(browser: Browser, url: string, storageState: Session): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...READER, storageState });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
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
  } finally {
    await context.close();
  }
}
