import { expect, test } from "#e2e/support/fixtures.ts";
import { expectLeftToBrowser } from "#e2e/support/links.ts";
import { cellsOf, live, table } from "#e2e/support/list.ts";

test("a row is a link with the browser's own behaviour, opens by a click anywhere in it or Enter, and keeps its place through a reload and Back", async ({
  page,
  signInAs,
}) => {
  await signInAs("compliance");
  await page.setViewportSize({ width: 1280, height: 600 });
  // The oldest ones, from before any spec plays one.
  const address = "/verifications?sort=created_at";
  await page.goto(address);
  await live(page);

  await test.step("the middle button and Ctrl, a click in a cell, and Enter", async () => {
    const link = table(page).getByRole("link").first();
    for (const click of ["middle", "ctrl"] as const) {
      await expectLeftToBrowser(link, click);
      await expect(page).toHaveURL(address);
    }
    const file = (await link.getAttribute("href")) ?? "";
    const cell = await (await cellsOf(page, (await link.textContent()) ?? ""))("Status").boundingBox();
    if (!cell) throw new Error("the cell is not in sight");
    await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
    await expect(page).toHaveURL(file);
    await page.goBack();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(file);
    await page.goBack();
    await expect(link).toBeFocused();
  });

  const row = table(page).getByRole("row", { name: "EXP-2020" });
  await test.step("a reload further down", async () => {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener("scrollend", resolve, { once: true });
          window.scrollTo(0, 600);
        }),
    );
    await expect(row).toBeInViewport();
    // The browser scrolls back before the page is hydrated, and hydration must accept the rows at that position.
    await page.reload();
    await live(page);
    await expect(row).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  });

  await test.step("Back, on the opened row", async () => {
    await row.getByRole("link").focus();
    const top = await page.evaluate(() => window.scrollY);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "EXP-2020", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(row.getByRole("link")).toBeFocused();
    await expect(row).toBeInViewport();
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(40);
  });
});
