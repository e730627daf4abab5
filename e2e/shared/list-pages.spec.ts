import type { Page } from "@playwright/test";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, table } from "#e2e/support/list.ts";
import { newTag, sandboxAt } from "#e2e/support/sandbox.ts";

const NEXT_PAGE = /\/api\/verifications\?.*cursor=/;

/** Holds requests for next pages until the result is called. */
async function holdNextPages(page: Page): Promise<() => void> {
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(NEXT_PAGE, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

test.describe("a list longer than a page, which holds fifty,", () => {
  // One after the other, in one process, so that its files are played once.
  test.describe.configure({ mode: "default" });

  const tag = newTag();
  const address = `/verifications?q=${tag}&sort=created_at`;

  test.beforeAll(async ({ installation, observer }) => {
    const { play } = sandboxAt(installation.sandboxUrl);
    for (let count = 0; count < 52; count += 1) await play("pending-upload", `${tag}-${count}`);
    const listed = async () => (await (await observer.get(`/api/verifications?q=${tag}`)).json()).total;
    await expect.poll(listed, { timeout: 60_000 }).toBe(52);
  });

  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("reports a failed next page, keeps its rows, and continues by a button to the end", async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 503/, /ERR_FAILED/);
    await page.setViewportSize({ width: 1280, height: 600 });
    // Without live updates, each of which reloads the list from its beginning.
    await page.route("**/api/live", (route) => route.abort());
    await page.route(NEXT_PAGE, (route) => route.fulfill(BROKEN));
    await page.goto(address);
    await expect(page.locator("[data-announced]").filter({ hasText: "Catching up…" })).toBeVisible();
    await page.keyboard.press("End");
    const failed = page
      .getByRole("main")
      .getByText("The next rows could not be loaded. The rows above have not changed.");
    await expect(failed).toBeVisible();
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await page.unroute(NEXT_PAGE);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(failed).toBeHidden();
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(page.getByRole("main").getByText("End of the list")).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    // The header is the first row.
    await expect(table(page).getByRole("row").last()).toHaveAttribute("aria-rowindex", "53");
    // However long the list is, the document holds only the visible rows and some around them.
    expect(await table(page).getByRole("row").count()).toBeLessThan(50);
  });

  test("keeps the focus when the focused button is removed", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const go = await holdNextPages(page);
    await page.goto(address);
    await live(page);
    await table(page).getByRole("link").first().focus();
    await page.keyboard.press("Tab");
    await expect(table(page).getByRole("checkbox").first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: /^Load(ing)? more/ })).toBeFocused();
    go();
    // Rows were inserted above: the focused row is out of sight, and still the place to go on from.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(page.getByRole("main").getByText("End of the list")).toBeFocused({ timeout: 1_000 });
    }).toPass();
  });

  test("can be read file by file, beyond its loaded rows, and back", async ({ page, observer, expectedNoise }) => {
    expectedNoise.push(/status of 503/);
    const { items } = await (await observer.get(`/api${address}&limit=52`)).json();
    const tags: string[] = items.map((item: { tag: string }) => item.tag);
    // The list does not get further than its first page, and neither does the file at first.
    await page.route(NEXT_PAGE, (route) => route.fulfill(BROKEN));
    await page.goto(address);
    await table(page).getByRole("link").first().focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("link", { name: tags[49] ?? "", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1 });
    const pager = page.getByRole("navigation", { name: "The list you came from" });
    await expect(heading).toHaveText(tags[49] ?? "");
    await expect(pager).toContainText("50 of 52");
    await expect(pager.getByRole("link", { name: "Next file" })).toHaveCount(0);
    const again = pager.getByRole("button", { name: "The list could not be continued. Try again" });
    await expect(again).toBeVisible();
    // The key works although the next file is not known yet.
    await page.unroute(NEXT_PAGE);
    const go = await holdNextPages(page);
    await again.click();
    await page.keyboard.press("Alt+j");
    go();
    await expect(heading).toHaveText(tags[50] ?? "");
    await expect(pager).toContainText("51 of 52");
    await page.keyboard.press("Alt+j");
    await expect(heading).toHaveText(tags[51] ?? "");
    await expect(pager).toContainText("52 of 52");
    await expect(pager.getByRole("link", { name: "Next file" })).toHaveCount(0);
    await page.keyboard.press("Alt+k");
    await expect(pager).toContainText("51 of 52");
    await page.keyboard.press("Alt+k");
    await expect(heading).toHaveText(tags[49] ?? "");
    await page.goBack();
    await expect(page).toHaveURL(address);
  });
});
