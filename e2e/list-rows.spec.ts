import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { cellsOf, live, rowOf, table } from "./support/list.ts";

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("a row is a link", () => {
  test("that Enter opens", async ({ page, play }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await rowOf(page, tag).getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("that a click anywhere in it opens", async ({ page, play }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    const cell = await (await cellsOf(page, tag))("Status").boundingBox();
    if (!cell) throw new Error("the cell is not in sight");
    await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  for (const [how, click] of [
    ["the middle button", { button: "middle" }],
    ["Ctrl and a click", { modifiers: ["ControlOrMeta"] }],
  ] as const) {
    test(`that ${how} opens in another tab`, async ({ page, context, play }) => {
      const { id, tag } = await play("pending-upload");
      await page.goto(`/verifications?q=${tag}`);
      const opened = context.waitForEvent("page");
      await rowOf(page, tag)
        .getByRole("link")
        .click(click as Parameters<ReturnType<Page["locator"]>["click"]>[0]);
      const tab = await opened;
      // In the background a page may wait to be drawn.
      await tab.bringToFront();
      await expect(tab).toHaveURL(`/verifications/${id}`);
      await expect(tab.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
      await expect(page).toHaveURL(`/verifications?q=${tag}`);
    });
  }

  test("and arrows or J and K move between them", async ({ page }) => {
    await page.goto("/verifications?sort=created_at");
    await live(page);
    const links = table(page).getByRole("link");
    await links.first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("j");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    await expect(links.first()).toBeFocused();
  });
});

test("a reload further down stays there, with the rows that belong there", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/verifications?sort=created_at");
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await live(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener("scrollend", resolve, { once: true });
        window.scrollTo(0, 600);
      }),
  );
  const row = table(page).getByRole("row", { name: "EXP-2020" });
  await expect(row).toBeInViewport();
  // The browser scrolls back before the page has woken up, which then must not stumble over rows that it did not expect.
  for (let times = 0; times < 3; times += 1) {
    await page.reload();
    await live(page);
    await expect(row).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  }
});

test("coming back, one stands at the same place of the list, on the row that was opened", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/verifications?sort=created_at");
  const row = table(page).getByRole("row", { name: "EXP-2015" });
  await row.getByRole("link").scrollIntoViewIfNeeded();
  await row.getByRole("link").focus();
  const top = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "EXP-2015", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(row.getByRole("link")).toBeFocused();
  await expect(row).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(40);
});
