import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { table } from "#e2e/support/list.ts";
import { newTag, sandboxAt } from "#e2e/support/sandbox.ts";

const NEXT_PAGE = /\/api\/verifications\?.*cursor=/;

/* The end of the list, and failures of its next page: `components/desk/verifications/verifications-view.browser.test.tsx`. */
test("a list longer than a page, which holds fifty, can be read file by file, beyond its loaded rows, and back", async ({
  page,
  installation,
  observer,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 503/);
  const tag = newTag();
  const address = `/verifications?q=${tag}&sort=created_at`;
  const { play } = sandboxAt(installation.sandboxUrl);
  for (let count = 0; count < 52; count += 1) await play("pending-upload", `${tag}-${count}`);
  const listed = async () => (await (await observer.get(`/api${address}&limit=52`)).json()).items;
  await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(52);
  const tags: string[] = (await listed()).map((item: { tag: string }) => item.tag);
  await signInAs("compliance");
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
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(NEXT_PAGE, async (route) => {
    await held;
    await route.continue();
  });
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
