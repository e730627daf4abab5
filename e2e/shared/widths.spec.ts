import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const wide = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

/*
 * Sideways scrolling of all pages in all windows: `spanish.spec.ts`, with the longer texts; the navigation and the rows of
 * users: `components/kit/shell/shell.browser.test.tsx`, `components/access/users/users-view.browser.test.tsx`.
 */

test("the queue is wider above 1,600 px, and /review has a polite and an alert live region", async ({
  page,
  context,
  play,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/review?lane=unassigned&file=${id}`);
  await live(page);
  const queue = page.getByRole("list", { name: "Unassigned" });
  await expect(page.getByRole("region", { name: "Activity" }).getByRole("listitem").first()).toBeVisible();
  await wide(page, 1500);
  const before = (await queue.boundingBox())?.width ?? 0;
  await wide(page, 1920);
  expect((await queue.boundingBox())?.width).toBeGreaterThan(before + 100);
  // The next file is rendered ahead and hidden: its live regions must not be announced.
  const regions = (selector: string) => () =>
    page.locator(selector).evaluateAll((found) => found.filter((region) => region.checkVisibility()).length);
  await expect.poll(regions("[role=status], [aria-live=polite], output")).toBe(1);
  // The router's region, which announces the page's name after a navigation.
  await expect.poll(regions("[role=alert], [aria-live=assertive]")).toBe(1);
  const heard = page.getByRole("status").filter({ hasText: "Copied" });
  await Promise.all([
    heard.waitFor({ state: "attached" }),
    page.getByRole("button", { name: "Copy the findings as text" }).click(),
  ]);
});
