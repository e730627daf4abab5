import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { newUser } from "#e2e/support/users.ts";

const wide = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });
const widthOf = async (page: Page, name: string) =>
  (await page.getByRole("complementary", { name }).boundingBox())?.width;

/* Sideways scrolling of all pages in all windows: `spanish.spec.ts`, with the longer texts. */

test("the navigation is a rail of named icons below 900 px, and the rows of /users stack below 1,000 px", {
  tag: "@journey",
}, async ({ page, signInAs, apiAs }) => {
  const { email } = await newUser(await apiAs("admin"), "María de los Ángeles Fernández");
  await signInAs("admin");
  await page.goto("/users");
  await live(page);
  await wide(page, 900);
  expect(await widthOf(page, "Sidebar")).toBe(208);
  await wide(page, 899);
  expect(await widthOf(page, "Sidebar")).toBe(56);
  const link = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Deliveries" });
  expect((await link.boundingBox())?.width).toBeLessThanOrEqual(40);
  await link.hover();
  expect((await link.getByText("Deliveries").boundingBox())?.width).toBeGreaterThan(40);
  expect(await violationsOf(page, { graveOnly: true })).toEqual([]);

  const line = page.getByRole("listitem").filter({ hasText: email }).getByText(email);
  // Each line has enough room.
  for (const [width, least] of [
    [768, 250],
    [999, 250],
    [1000, 150],
    [1280, 150],
  ] as const) {
    await wide(page, width);
    expect((await line.boundingBox())?.width, `${width}`).toBeGreaterThan(least);
    await expectNoSidewaysScroll(page);
  }
});

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
