import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectSound } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import type { MESSAGES } from "./messages.ts";

export type Words = (typeof MESSAGES)["en"];

/** Fills the sign-in form in, with the keyboard alone. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await expect(page.locator("button[type=submit]")).toBeEnabled();
  await tabTo(page, page.locator("input[name=email]"));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

/** Where one is once one is in. */
export const overview = (page: Page, words: Words) =>
  expect(page.getByRole("heading", { name: words.overview.title, level: 1 })).toBeVisible();

/** As `expectSound`; on a phone nothing scrolls sideways either. */
export async function sound(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(before);
}
