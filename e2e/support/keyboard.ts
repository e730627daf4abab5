import { expect, type Locator, type Page } from "@playwright/test";

const MAX_PRESSES = 160;

/** Moves the focus to an element with the Tab key alone, like a user without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < MAX_PRESSES; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}

/** Moves the focus to an element and presses it. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

export async function chooseFromMenu(page: Page, button: Locator, item: string): Promise<void> {
  await pressOn(page, button);
  await expect(page.getByRole("menuitem", { name: item })).toBeVisible();
  await page.keyboard.press("Home");
  for (let steps = 0; steps < 10; steps++) {
    if (await page.getByRole("menuitem", { name: item }).evaluate((at) => at === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}
