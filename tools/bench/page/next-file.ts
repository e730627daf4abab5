import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { CPU_SLOWDOWN, inProfile, type Session } from "./first-load.ts";

/** Milliseconds from the key press at the review desk to the paint that shows the next file with its items. */
export type NextFile = { byKey: number[]; afterDecision: number[] };

/** The time in which the next file is prefetched, as while an officer reads. */
const READING_MS = 4_000;

declare global {
  interface Window {
    nextFile: Promise<number>;
  }
}

/** Opens files of the queue by keys, and decides on every second one. The first two warm the page up. */
export async function measureNextFile(
  browser: Browser,
  origin: string,
  storageState: Session,
  rounds: number,
): Promise<NextFile> {
  return inProfile(browser, storageState, async (page, session) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(`${origin}/review?lane=unassigned`);
    await page.locator("[data-row-link]").nth(3).waitFor();
    // A fixed time, since the page does not show the prefetched file.
    await delay(READING_MS);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const times: NextFile = { byKey: [], afterDecision: [] };
    for (let round = -1; round < rounds; round += 1) {
      const byKey = await timeTo(page, "Enter", () => page.keyboard.press("j"));
      const afterDecision = await timeTo(page, "Control+Enter", async () => {
        await page.keyboard.press("r");
        await page.getByRole("dialog").getByRole("radio").first().waitFor();
        await page.keyboard.press("1");
        await page.getByRole("dialog").locator("textarea").fill("Se revisó el original.");
      });
      if (round < 0) continue;
      times.byKey.push(byKey);
      times.afterDecision.push(afterDecision);
    }
    return times;
  });
}

/** The time from the press of `key`, after `before`, to the frame that shows another file with its items, drawn last. */
async function timeTo(page: Page, key: string, before: () => Promise<unknown>): Promise<number> {
  await page.getByRole("article").waitFor();
  // A fixed time, in which the next file is prefetched; the page does not show it.
  await delay(READING_MS);
  await before();
  await page.evaluate(() => {
    // The next file may be rendered ahead without being visible.
    const shown = () =>
      [...document.querySelectorAll("article:has(#items-title)")]
        .find((article) => article.checkVisibility())
        ?.querySelector("h1")?.textContent ?? null;
    const file = shown();
    window.nextFile = new Promise((resolve) => {
      const pressed = ({ timeStamp }: KeyboardEvent) => {
        const { port1, port2 } = new MessageChannel();
        // A message of a frame's callback arrives after its paint; a timer also waits for the page's later work.
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        const look = () => {
          const now = shown();
          if (now === null || now === file) requestAnimationFrame(look);
          else port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      window.addEventListener("keydown", pressed, { capture: true, once: true });
    });
  });
  await page.keyboard.press(key);
  return page.evaluate(() => window.nextFile);
}
