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

export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Chooses an item with the arrow keys. Radix moves the focus in a later task than the key press. */
export async function chooseFromMenu(page: Page, button: Locator, item: string): Promise<void> {
  await pressOn(page, button);
  const wanted = page.getByRole("menuitem", { name: item });
  await expect(wanted).toBeVisible();
  const focused = () =>
    page.locator("[role^=menuitem]").evaluateAll((all) => all.findIndex((one) => one.matches(":focus")));
  await page.keyboard.press("Home");
  while (!(await wanted.evaluate((element) => element === document.activeElement))) {
    const before = await focused();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).not.toBe(before);
  }
  await page.keyboard.press("Enter");
}
