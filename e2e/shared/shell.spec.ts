import type { Locator } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/*
 * Menus by keyboard: `components/ui/overlays.browser.test.tsx`; the navigation in narrow windows:
 * `components/kit/shell/shell.browser.test.tsx`.
 */
test("the keyboard alone skips to the content, and goes from the overview to a verification and back; an unknown address has a message", async ({
  page,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  await signInAs("compliance");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await test.step("the first Tab offers to skip to the content", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    // First steps, if there are any, begin with a button.
    await expect(page.getByRole("main").locator("a[href], button").first()).toBeFocused();
  });

  await test.step("to a verification and back", async () => {
    const list = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Verifications" });
    await list.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Verifications", level: 1 })).toBeVisible();
    await expect(list).toHaveAttribute("aria-current", "page");
    const row = page.getByRole("table", { name: "Verifications" }).getByRole("link").first();
    await expect(row).toBeVisible();
    await row.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
    const crumbs = page.getByRole("navigation", { name: "You are here" });
    await crumbs.getByRole("link", { name: "Verifications" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/verifications");
  });

  await test.step("an unknown address stays inside the shell, with 404 and a link to the list", async () => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Go to verifications" }).click();
    await expect(page).toHaveURL("/verifications");
  });
});

test("every page shows its name, that the data is invented, and the state of live updates", async ({
  page,
  signInAs,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  await signInAs("compliance");
  const { id, tag } = await play("pending-upload");
  const mark = (word: string) => page.locator("[data-announced]").filter({ hasText: new RegExp(`^${word}$`) });
  await page.route("**/api/live", (route) => route.abort());
  await page.goto(`/verifications/${id}`);
  const crumbs = page.getByRole("navigation", { name: "You are here" });
  await expect(crumbs).toContainText("Verifications");
  await expect(crumbs.locator("[aria-current=page]")).toHaveText(tag);
  await expect(page).toHaveTitle(new RegExp(`^${tag}`));
  await expect(page.getByText("Invented data from the embedded service.").first()).toBeVisible();
  await expect(mark("Catching up…")).toBeVisible();
  await page.unroute("**/api/live");
  await expect(mark("Live")).toBeVisible();
});

test("a page opens at its top from any place of the page before, in a low window, and Back returns to the place", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/account");
  await live(page);
  const opensAtTop = async (link: Locator) => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    // Not a click of the mouse, before which Playwright scrolls the link into view.
    await link.focus();
    const address = await link.getAttribute("href");
    await link.press("Enter");
    const topOf = () => page.evaluate(() => [window.location.pathname, window.scrollY]);
    await expect.poll(topOf).toEqual([address?.split("?")[0], 0]);
  };
  const links = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
  for (const link of await links.all()) await opensAtTop(link);
  await links.filter({ hasText: "Verifications" }).click();
  await live(page);
  await opensAtTop(page.getByRole("table", { name: "Verifications" }).getByRole("link").first());
  const person = page
    .getByRole("region", { name: /^People/ })
    .getByRole("link")
    .first();
  await opensAtTop(person);
  await page.goBack();
  // In the middle of the window, since parts that load meanwhile move it.
  await person.evaluate((link) => link.scrollIntoView({ block: "center" }));
  await person.press("Enter");
  await expect(page).toHaveURL(/\/people\//);
  await page.goBack();
  // The lower parts of the file are rendered after the first ones.
  await expect(person).toBeInViewport();
});

test("two tabs share one stream, and the other takes it over when one closes", async ({ page, context, signInAs }) => {
  await signInAs("compliance");
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/live")) streams.push(request.url());
  });
  await page.goto("/account");
  await live(page);
  const other = await context.newPage();
  await other.goto("/account");
  await live(other);
  expect(streams).toHaveLength(1);
  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await live(other);
});

test("a press on a menu before hydration has no bad effect, and the next press opens the menu; numbers of the overview link to their lists", async ({
  page,
  signInAs,
}) => {
  await signInAs("support");
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const account = page.getByRole("button", { name: /^Account of / });
  await account.click();
  go();
  await live(page);
  const menu = page.getByRole("menu");
  if ((await menu.count()) === 0) await account.click();
  await expect(menu).toContainText("Support");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "With high-severity findings" }).click();
  await expect(page).toHaveURL("/verifications?severity=high");
  await page.goBack();
  await page.getByRole("region", { name: "By status" }).getByRole("link", { name: "Finished" }).click();
  await expect(page).toHaveURL("/verifications?status=finished");
  await page.goBack();
  await page.getByRole("region", { name: "Latest activity" }).getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/verifications\/ver_/);
});

// Touch emulation cannot be undone within a page: component tests share theirs.
test("a touch screen shows no keys", async ({ page, browser, installation: { origin }, signInAs }) => {
  await signInAs("compliance");
  await page.goto("/");
  await expect(page.getByText("Ctrl K")).toBeVisible();
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL: origin, hasTouch: true, storageState });
  const touched = await context.newPage();
  await touched.goto("/");
  await expect(touched.getByRole("button", { name: /^Search/ })).toBeVisible();
  await expect(touched.getByText("Ctrl K")).toBeHidden();
  await context.close();
});
