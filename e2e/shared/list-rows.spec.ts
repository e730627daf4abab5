import { expect, test } from "#e2e/support/fixtures.ts";
import { expectLeftToBrowser } from "#e2e/support/links.ts";
import { cellsOf, live, rowOf, table } from "#e2e/support/list.ts";

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a row is a link with the browser's own behaviour for the middle button and Ctrl; a click anywhere in it or Enter opens it in this tab", async ({
  page,
  play,
}) => {
  const { id, tag } = await play("pending-upload");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const link = rowOf(page, tag).getByRole("link");
  for (const click of ["middle", "ctrl"] as const) {
    await expectLeftToBrowser(link, click);
    await expect(page).toHaveURL(`/verifications?q=${tag}`);
  }
  const cell = await (await cellsOf(page, tag))("Status").boundingBox();
  if (!cell) throw new Error("the cell is not in sight");
  await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await expect(page).toHaveURL(`/verifications/${id}`);
  await page.goBack();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications/${id}`);
});

test("a reload further down keeps the position; Back restores it, on the opened row", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  // The oldest ones, from before any spec plays one.
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
  // The browser scrolls back before the page is hydrated, which must not fail on rows that it did not expect.
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    await live(page);
    await expect(row).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  }
  await row.getByRole("link").focus();
  const top = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "EXP-2020", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(row.getByRole("link")).toBeFocused();
  await expect(row).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(40);
});
