import type { Browser } from "@playwright/test";
import { READER, type Session, VIEWPORT } from "./first-load.ts";

/** A phone at the edge of its cell. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

declare global {
  interface Window {
    firstRows: Promise<number>;
  }
}

/** Milliseconds after the navigation began until the first rows of a list are drawn, in a browser that has nothing of it yet. */
export async function measureSlowLine(browser: Browser, url: string, storageState: Session): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...READER, storageState });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", LINE);
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
    return await page.evaluate(() => window.firstRows);
  } finally {
    await context.close();
  }
}
