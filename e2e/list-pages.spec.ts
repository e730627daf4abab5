import { expect, test } from "./support/fixtures.ts";
import { live, rowOf, table } from "./support/list.ts";
import { BROKEN, pressIfStill } from "./support/trouble.ts";

test.beforeEach(({ signInAs }) => signInAs("compliance"));

const ANY_PAGE = /\/api\/verifications\?/;
const NEXT_PAGE = /\/api\/verifications\?.*cursor=/;

test.describe("a list longer than a page", () => {
  test.beforeEach(async ({ sandbox, onlooker }) => {
    for (let count = 0; count < 16; count += 1) await sandbox.play("pending-upload");
    await expect.poll(async () => (await (await onlooker.get("/api/verifications")).json()).total).toBeGreaterThan(55);
  });

  test("goes on by itself when one gets near its end, until that is all", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto("/verifications?sort=created_at");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(page.getByText("That is all.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // The header is the first row, and a page holds fifty.
    await expect
      .poll(async () => Number(await table(page).getByRole("row").last().getAttribute("aria-rowindex")))
      .toBeGreaterThan(52);
    // However long the list is, the document holds the rows in sight and some around them.
    expect(await table(page).getByRole("row").count()).toBeLessThan(50);
  });

  test("does not leave the keyboard nowhere when the button it came to is not needed any more", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route(NEXT_PAGE, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/verifications?sort=created_at");
    await live(page);
    await table(page).getByRole("link").first().focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: /^Load(ing)? more/ })).toBeFocused();
    go();
    // Rows came in between, so that it is out of sight, and yet it is the place to go on from.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(page.getByText("That is all.")).toBeFocused({ timeout: 1_000 });
    }).toPass();
  });

  test("says when it cannot go on, keeps what is there, and goes on when told", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 503/, /ERR_FAILED/);
    // Without news, each of which has the list asked for again from its beginning.
    await page.route("**/api/live", (route) => route.abort());
    await page.route(NEXT_PAGE, (route) => route.fulfill(BROKEN));
    await page.goto("/verifications?sort=created_at");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await page.keyboard.press("End");
    const failed = page.getByText("The next ones could not be loaded. What is above stays as it is.");
    await expect(failed).toBeVisible();
    await page.unroute(NEXT_PAGE);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(failed).toBeHidden();
  });
});

test.describe("a list that cannot be loaded", () => {
  test("again keeps the rows that were there, and says that they may be old", async ({
    page,
    play,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 503/);
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await live(page);
    await page.route(ANY_PAGE, (route) => route.fulfill(BROKEN));
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    const stale = page.getByRole("status").filter({ hasText: "This could not be refreshed" });
    await expect(stale).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    await page.unroute(ANY_PAGE);
    await pressIfStill(stale.getByRole("button", { name: "Try again" }));
    await expect(rowOf(page, tag)).toContainText("Partly uploaded");
    await expect(stale).toBeHidden();
  });
});
