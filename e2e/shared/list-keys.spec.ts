import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, search, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const links = (page: Page) => table(page).locator("[data-row-link]");

test.describe("the keys of a list", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("work from anywhere, except where keys are text or belong to an open control", async ({ page, play }) => {
    const family = newTag();
    for (const name of ["a", "b", "c"]) await play("pending-upload", `${family}-${name}`);
    await page.goto(`/verifications?q=${family}`);
    await live(page);
    await expect(links(page)).toHaveCount(3);

    await test.step("from a page without a focus", async () => {
      await page.keyboard.press("j");
      await expect(links(page).nth(0)).toBeFocused();
      await page.keyboard.press("j");
      await expect(links(page).nth(1)).toBeFocused();
    });
    await test.step("from a link or button elsewhere, on from the current row", async () => {
      await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link").first().focus();
      await page.keyboard.press("j");
      await expect(links(page).nth(2)).toBeFocused();
      await page
        .getByRole("region", { name: "Filters" })
        .getByRole("button", { name: /^Status/ })
        .focus();
      await page.keyboard.press("k");
      await expect(links(page).nth(1)).toBeFocused();
    });
    await test.step("from the search and back, by arrows", async () => {
      await page.keyboard.press("/");
      await expect(search(page)).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(links(page).nth(1)).toBeFocused();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      await expect(search(page)).toBeFocused();
    });
    await test.step("not while typing, choosing or in a dialog", async () => {
      await search(page).press("End");
      await page.keyboard.type("/j?");
      await expect(search(page)).toHaveValue(`${family}/j?`);
      await search(page).fill(family);
      await expect(links(page)).toHaveCount(3);
      await page
        .getByRole("region", { name: "Filters" })
        .getByRole("button", { name: /^Status/ })
        .click();
      const choice = page.getByRole("checkbox", { name: "Finished" });
      await choice.focus();
      await page.keyboard.press("j");
      await expect(choice).toBeFocused();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("j");
      await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("j");
      await page.keyboard.press("Escape");
    });
    await test.step("and Enter opens the current row", async () => {
      await links(page).nth(2).focus();
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: `${family}-a` })).toBeVisible();
    });
  });

  test("begin with the visible rows, and the list is two steps from the beginning of the page", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto("/verifications?sort=created_at");
    await live(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the list" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(links(page).first()).toBeFocused();

    await page.reload();
    await live(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener("scrollend", resolve, { once: true });
          window.scrollTo(0, 900);
        }),
    );
    await page.keyboard.press("j");
    const row = table(page)
      .getByRole("row")
      .filter({ has: page.locator("[data-row-link]:focus") });
    await expect(row).toBeInViewport();
    expect(Number(await row.getAttribute("aria-rowindex"))).toBeGreaterThan(3);
    // The first below the head, which stays in sight; views that others share make the page above the list taller.
    const [first, head] = await Promise.all([row.boundingBox(), table(page).getByRole("row").first().boundingBox()]);
    if (!first || !head) throw new Error("the row is not in sight");
    expect(first.y).toBeLessThan(head.y + head.height + 2 * first.height);
  });

  test("are listed by `?` and in the palette, and single-character keys can be turned off", async ({ page }) => {
    await page.goto("/verifications");
    await live(page);
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toContainText("From the search to the rows");
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("/");
    await page.keyboard.press("j");
    await page.keyboard.press("?");
    await expect(page.locator("body")).toBeFocused();
    await expect(dialog).toBeHidden();
    // The others still work, and so does the way back.
    await page.reload();
    await live(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("shortcuts");
    await page.keyboard.press("Enter");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
  });
});

test("the same keys move in the list of people, of deliveries, and in the audit trail", async ({
  page,
  play,
  signInAs,
}) => {
  await play("finished");
  await signInAs("admin");
  for (const [address, row] of [
    ["/people", "[data-row-link]"],
    ["/deliveries", "[data-row-link]"],
    ["/audit", "[data-entry]"],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address);
      await live(page);
      const rows = page.locator(row);
      await expect(rows.nth(1)).toBeVisible();
      const field = page.getByRole("search").getByRole("textbox");
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("/");
      await expect(field).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(rows.nth(0)).toBeFocused();
      await page.keyboard.press("j");
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press("k");
      await page.keyboard.press("ArrowUp");
      await expect(field).toBeFocused();
    });
  }
});
