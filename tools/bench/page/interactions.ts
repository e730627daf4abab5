import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { CPU_SLOWDOWN, inProfile, type Session } from "./first-load.ts";
import { timeToFrame } from "./frame.ts";
import { fillDecision } from "./next-file.ts";

/** Milliseconds from a press to the paint of its effect, for each round; `first` on a page that was loaded and pointed at. */
export type Interactions = {
  palette: { first: number[]; later: number[] };
  dialog: { first: number[]; later: number[] };
  /** From a click on a row of the list to the findings of its file. */
  opening: number[];
  /** From the last key of a search in the palette to its results, without the time of the request. */
  search: number[];
  /** The longest interaction of a scripted time at the desk, by Event Timing. */
  longest: number[];
};

/** A user presses nothing until the page has loaded and its idle work is done. */
const SETTLING_MS = 3_000;

const inSlowPage = <T>(browser: Browser, storageState: Session, work: (page: Page) => Promise<T>): Promise<T> =>
  inProfile(browser, storageState, async (page, session) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    return work(page);
  });

const isDrawn = (selector: string): boolean => document.querySelector(selector)?.checkVisibility() ?? false;

export async function measureInteractions(
  browser: Browser,
  addresses: Record<"list" | "review", string>,
  storageState: Session,
  { rounds, minutes }: { rounds: number; minutes: number },
): Promise<Interactions> {
  const times: Interactions = {
    palette: { first: [], later: [] },
    dialog: { first: [], later: [] },
    opening: [],
    search: [],
    longest: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    await inSlowPage(browser, storageState, async (page) => {
      await page.goto(addresses.list);
      await delay(SETTLING_MS);
      // The palette is rendered in advance once the user does anything on a page.
      await page.mouse.move(300, 300);
      await delay(SETTLING_MS);
      const row = page.locator("[data-row] a[translate=no]").nth(2);
      const open = () => timeToFrame(page, isDrawn, "#palette-options", () => page.keyboard.press("Control+k"));
      times.palette.first.push(await open());
      times.search.push(await timeOfSearch(page, /EXP-\d+/.exec((await row.textContent()) ?? "")?.[0] ?? ""));
      await page.keyboard.press("Escape");
      await delay(500);
      times.palette.later.push(await open());
      await page.keyboard.press("Escape");
      times.opening.push(await timeToFrame(page, isDrawn, "#findings-title", () => row.click()));
    });
    await inSlowPage(browser, storageState, async (page) => {
      await page.goto(addresses.review);
      await page.locator("[data-row-link]").nth(3).waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await delay(SETTLING_MS);
      const open = () => timeToFrame(page, isDrawn, "[role=dialog] input[type=radio]", () => page.keyboard.press("r"));
      times.dialog.first.push(await open());
      await page.keyboard.press("Escape");
      await delay(500);
      times.dialog.later.push(await open());
    });
  }
  times.longest.push(await inSlowPage(browser, storageState, (page) => longestOf(page, addresses.review, minutes)));
  return times;
}

const SEARCH = "/api/searches/verifications";

/** Searches a tag in the open palette. The last key turns a text that finds nothing into the tag. */
async function timeOfSearch(page: Page, tag: string): Promise<number> {
  await page.keyboard.type(`${tag}x`, { delay: 60 });
  await delay(1_500);
  await page.evaluate(() => performance.clearResourceTimings());
  const whole = await timeToFrame(
    page,
    (text) =>
      [...document.querySelectorAll("#palette-options [role=option]")].some((option) =>
        option.textContent.includes(text),
      ),
    tag,
    () => page.keyboard.press("Backspace"),
  );
  const request = await page.evaluate((path) => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return requests.find(({ name }) => new URL(name).pathname === path)?.duration ?? Number.NaN;
  }, SEARCH);
  return whole - request;
}

/** Works at the desk for some minutes, and returns the duration of the longest interaction. */
async function longestOf(page: Page, desk: string, minutes: number): Promise<number> {
  await page.addInitScript(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) longest.ms = Math.max(longest.ms, entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(desk);
  await page.locator("[data-row-link]").nth(3).waitFor();
  await delay(SETTLING_MS);
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    await delay(SETTLING_MS);
    await fillDecision(page);
    await page.keyboard.press("Control+Enter");
    await delay(SETTLING_MS);
    // The file comes back, so that the lane lasts for minutes.
    await page.keyboard.press("z");
    await delay(1_000);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("dictámenes", { delay: 80 });
    await page.keyboard.press("Escape");
    await page.mouse.wheel(0, 600);
    await delay(1_000);
  }
  return page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms);
}
