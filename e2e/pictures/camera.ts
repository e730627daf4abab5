import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { launchBrowser } from "#e2e/support/browser.ts";
import { fileOf, HEIGHTS, type Look, type Picture, wordsOf } from "./picture.ts";
import type { Stage } from "./stage.ts";

/** Where pictures go, ignored by Git. */
export const PICTURES = "pictures";

export type Camera = {
  /** Takes a picture in each of its looks. */
  take(picture: Picture): Promise<void>;
  close(): Promise<void>;
};

export async function openCamera(stage: Stage): Promise<Camera> {
  const browser = await launchBrowser();
  mkdirSync(PICTURES, { recursive: true });
  return {
    async take(picture) {
      for (const look of picture.looks) await takeOne(browser, stage, picture, look);
    },
    close: () => browser.close(),
  };
}

/** In a browser of its own, so that no picture depends on the one before. */
async function takeOne(browser: Browser, stage: Stage, picture: Picture, look: Look): Promise<void> {
  const path = join(PICTURES, fileOf(picture, look));
  const context = await browser.newContext({
    baseURL: stage.origin,
    viewport: { width: look.width, height: picture.height ?? HEIGHTS[look.width] },
    hasTouch: look.width === 360,
    // Scrollbars that take no room.
    isMobile: true,
    colorScheme: look.theme,
    reducedMotion: "reduce",
    locale: look.locale === "en" ? "en-US" : look.locale,
    timezoneId: "America/Mexico_City",
    ...(picture.signedOut ? {} : { storageState: stage.session }),
  });
  try {
    const page = await context.newPage();
    const posing = { page, words: wordsOf(look.locale), stage };
    await picture.pose(posing);
    const options = { path, animations: "disabled", caret: "hide" } as const;
    if (picture.part) await picture.part(posing).screenshot(options);
    else await page.screenshot(options);
  } catch (error) {
    throw new Error(`${path} could not be taken`, { cause: error });
  } finally {
    await context.close();
    await stage.sandbox.clearFaults();
  }
}
