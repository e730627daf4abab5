import { expect, type Page } from "@playwright/test";
import { SLOW, slowDown } from "./slow-page.ts";

/**
 * Chromium confirms an interception before an open page has received it, so that requests at that moment are not
 * intercepted (one time in fifty on a busy machine). A later task of the page runs after the interception has arrived.
 */
function routeInTime(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...routed) => {
    const added = await route(...routed);
    // After a navigation the next requests come from a new document, which is intercepted from its beginning.
    await page.evaluate(() => new Promise((done) => setTimeout(done))).catch(() => undefined);
    return added;
  };
}

/**
 * A press is lost until React listens on the document, a moment after the load event; from then on it hydrates what is
 * pressed. Tests of earlier presses name the event that they wait for.
 */
function pressableInTime(page: Page): void {
  const listens = () =>
    !document.querySelector("script[src*='/_next/']") ||
    Object.keys(document).some((key) => key.startsWith("__reactContainer$"));
  // The page may lead to another one meanwhile.
  const isReady = () => page.isClosed() || page.evaluate(listens).catch(() => false);
  const wait = async (waitUntil?: string) => {
    if (!waitUntil) await expect.poll(isReady, { intervals: [20, 50, 100] }).toBe(true);
  };
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    await wait(options?.waitUntil);
    return answer;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    await wait(options?.waitUntil);
    return answer;
  };
}

/** Lets a page intercept and press in time, and slows it where `TEST_SLOW` is set. */
export function preparePage(page: Page): void {
  routeInTime(page);
  pressableInTime(page);
  // A page may be closed before it is slow.
  if (SLOW) void slowDown(page).catch(() => undefined);
}
