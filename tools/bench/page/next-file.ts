import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { CPU_SLOWDOWN, inProfile, type Session } from "./first-load.ts";
import { timeToFrame } from "./frame.ts";

/** Milliseconds from the key press at the review desk to the paint that shows the next file with its items. */
export type NextFile = { byKey: number[]; afterDecision: number[] };

/** The time in which the next file is prefetched, as while an officer reads. */
const READING_MS = 4_000;

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
      const afterDecision = await timeTo(page, "Control+Enter", () => fillDecision(page));
      if (round < 0) continue;
      times.byKey.push(byKey);
      times.afterDecision.push(afterDecision);
    }
    return times;
  });
}

/** Opens the decision of the file and fills it in. */
export async function fillDecision(page: Page): Promise<void> {
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByRole("radio").first().waitFor();
  await page.keyboard.press("1");
  await page.getByRole("dialog").locator("textarea").fill("Se revisó el original.");
}

/** The time from the press of `key`, after `before`, to the frame that shows another file with its items, drawn last. */
async function timeTo(page: Page, key: string, before: () => Promise<unknown>): Promise<number> {
  await page.getByRole("article").waitFor();
  // A fixed time, in which the next file is prefetched; the page does not show it.
  await delay(READING_MS);
  await before();
  const name = await page.getByRole("article").getByRole("heading", { level: 1 }).textContent();
  return timeToFrame(page, isOtherFileShown, name, () => page.keyboard.press(key));
}

/** The next file may be rendered in advance without being visible. */
function isOtherFileShown(name: string | null): boolean {
  const shown = [...document.querySelectorAll("article:has(#items-title)")].find((article) =>
    article.checkVisibility(),
  );
  return shown !== undefined && shown.querySelector("h1")?.textContent !== name;
}
