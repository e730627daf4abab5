import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const bulk = MESSAGES.en["review-bulk"];
const { shell } = MESSAGES.en;

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a list opened in a dialog is searched and chosen from by keys, and Escape closes only the list", async ({
  page,
  play,
}) => {
  const { tag } = await play("finished");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await expect(rowOf(page, tag)).toBeVisible();
  await page.keyboard.press("x");
  await page.getByRole("region", { name: bulk.bar.label }).getByRole("button", { name: bulk.bar.assign }).click();
  const dialog = page.getByRole("dialog", { name: "Assign 1 file" });
  const trigger = dialog.getByRole("button", { name: new RegExp(`^${bulk.assignee} `) });
  const field = page.getByRole("combobox", { name: bulk.searchAssignee });
  await trigger.focus();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("nobody at all");
  await expect(page.getByText(bulk.nobodyFound)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  const option = page.getByRole("option").nth(1);
  const name = (await option.textContent()) ?? "";
  await page.keyboard.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(field).toBeHidden();
  await expect(trigger).toHaveText(name);
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a dialog stops the scrolling of the page, and moves no part of it", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 320 });
  await page.goto("/account");
  await live(page);
  const heading = page.getByRole("heading", { level: 1 });
  const place = await heading.boundingBox();
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
  expect(await page.evaluate(() => getComputedStyle(document.body).marginRight)).toBe("0px");
  expect(await page.locator("h1").boundingBox()).toEqual(place);
  // Over the page's own content: the navigation scrolls by itself.
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, 400);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await scrolled()).toBe(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test("a menu opens on its first item by press or key, and Escape and Tab close it", async ({ page }) => {
  await page.goto("/account");
  await live(page);
  const trigger = page.getByRole("button", { name: shell.theme.label });
  const first = page.getByRole("menuitemradio").first();
  await trigger.click();
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitemradio").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(trigger).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toHaveCount(0);
});
