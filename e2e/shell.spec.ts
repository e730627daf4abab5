import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "./support/fixtures.ts";

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? "system");

async function choose(page: Page, theme: "As the system" | "Light" | "Dark") {
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: theme }).click();
}

test.describe("the language", () => {
  test("is switched without losing the place: address, scroll and what was typed", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.goto("/verifications?status=finished");
    const table = page.getByRole("table", { name: "Verifications" });
    await expect(table.getByRole("link").first()).toBeVisible();
    const search = page.getByRole("search").getByRole("textbox", { name: "Search" });
    await search.fill("Norte");
    await expect(page).toHaveURL(/q=Norte/);
    await search.fill("");
    await expect(page).toHaveURL("/verifications?status=finished");
    await search.focus();
    await page.evaluate(() => window.scrollTo(0, 60));
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("heading", { name: "Verificaciones", level: 1 })).toBeVisible();
    await expect(page).toHaveURL("/verifications?status=finished");
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
    await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
    await page.getByRole("button", { name: "Switch to English" }).click();
    await expect(page.getByRole("heading", { name: "Verifications", level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("keeps what was typed into a form that is not sent yet", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("ana@example.com");
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
    await expect(page.getByLabel(/^Correo/)).toHaveValue("ana@example.com");
  });

  test("is still the chosen one after a reload", async ({ page, signInAs }) => {
    await signInAs("support");
    await page.goto("/");
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("heading", { name: "Resumen", level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Resumen", level: 1 })).toBeVisible();
  });

  test.describe("of a browser that asks for Spanish", () => {
    test.use({ locale: "es-MX" });
    test("is Spanish from the first page on", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
    });
  });
});

test.describe("the theme", () => {
  test("is kept over a reload, and stands on the page before anything is painted", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
    expect(await themeOf(page)).toBe("system");
    await choose(page, "Dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    // The document as the server sends it: no script has to set it, so nothing flashes.
    const sent = await (await page.request.get("/")).text();
    expect(sent).toMatch(/<html[^>]*data-theme="dark"/);
    await page.reload();
    expect(await themeOf(page)).toBe("dark");
    await expect(page.locator("body")).toHaveCSS("color-scheme", "dark");
    await choose(page, "Light");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(page.locator("body")).toHaveCSS("color-scheme", "light");
    await choose(page, "As the system");
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  });

  test("follows the system where none is chosen", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/");
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background()).not.toBe(light);
  });
});

test.describe("by keyboard alone", () => {
  test("the first Tab offers to skip to the content", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link").first()).toBeFocused();
  });

  test("one walks from the overview to a verification and back", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
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

  test("menus open, move and close, and give the focus back", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
    const theme = page.getByRole("button", { name: "Theme" });
    await theme.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "As the system" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { name: "Light" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(theme).toBeFocused();
  });
});

test.describe("at 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  const widthOf = (page: Page) =>
    page.evaluate(() => ({ content: document.documentElement.scrollWidth, window: window.innerWidth }));

  test("no page scrolls sideways", async ({ page, signInAs, play, expectedNoise }) => {
    expectedNoise.push(/status of 404/);
    await signInAs("compliance");
    const { id } = await play("item-error-free_text");
    for (const [path, heading] of [
      ["/", "Overview"],
      ["/verifications", "Verifications"],
      [`/verifications/${id}`, "Activity"],
      ["/verifications/nobody-knows-this-id-at-all-and-it-is-rather-long-for-a-phone", "No such verification"],
      ["/nowhere", "There is no such page"],
    ]) {
      await test.step(path ?? "", async () => {
        await page.goto(path ?? "");
        await expect(page.getByRole("heading", { name: heading ?? "", exact: true })).toBeVisible();
        if (path === "/verifications") await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
        const { content, window } = await widthOf(page);
        expect(content).toBeLessThanOrEqual(window);
      });
    }
  });

  test("nor does the sign-in page", async ({ page }) => {
    await page.goto("/login");
    const { content, window } = await widthOf(page);
    expect(content).toBeLessThanOrEqual(window);
  });

  test("the navigation is behind a button, holds the focus, and closes with Escape and by following a link", async ({
    page,
    signInAs,
  }) => {
    await signInAs("compliance");
    await page.goto("/");
    const open = page.getByRole("button", { name: "Open the menu" });
    const menu = page.getByRole("dialog", { name: "Main navigation" });
    await expect(menu).toBeHidden();
    await open.click();
    await expect(menu).toBeVisible();
    await expect(menu).toContainText("Invented data from the embedded service.");
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole("link", { name: "Verifications" }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(menu).toBeHidden();
  });
});

test.describe("around every page", () => {
  test("stands where one is: the list, then the file by its tag", async ({ page, signInAs, play }) => {
    await signInAs("compliance");
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications/${id}`);
    const crumbs = page.getByRole("navigation", { name: "You are here" });
    await expect(crumbs).toContainText("Verifications");
    await expect(crumbs.locator("[aria-current=page]")).toHaveText(tag);
    await expect(page).toHaveTitle(new RegExp(`^${id}`));
  });

  test("stands that the data is invented", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
    await expect(page.getByText("Invented data from the embedded service.").first()).toBeVisible();
  });

  test("stands that it is live", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/");
    await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  });

  test("stands that it is catching up while no news can be had, and live again after", async ({
    page,
    signInAs,
    expectedNoise,
  }) => {
    expectedNoise.push(/ERR_FAILED/);
    await signInAs("compliance");
    const mark = (word: string) => page.getByRole("status").filter({ hasText: new RegExp(`^${word}$`) });
    await page.route("**/api/live", (route) => route.abort());
    await page.goto("/");
    await expect(mark("Catching up…")).toBeVisible();
    await page.unroute("**/api/live");
    await expect(mark("Live")).toBeVisible();
  });

  test("an address that has no page says so inside the shell, with 404, and offers the list", async ({
    page,
    signInAs,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 404/);
    await signInAs("compliance");
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await page.getByRole("link", { name: "Go to verifications" }).click();
    await expect(page).toHaveURL("/verifications");
  });
});

test("two tabs share one stream, and the other takes it over when one closes", async ({ page, context, signInAs }) => {
  await signInAs("compliance");
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/live")) streams.push(request.url());
  });
  const live = { hasText: /^Live$/ };
  await page.goto("/");
  await expect(page.getByRole("status").filter(live)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("status").filter(live)).toBeVisible();
  expect(streams).toHaveLength(1);
  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await expect(other.getByRole("status").filter(live)).toBeVisible();
});

test("numbers of the overview lead to what they count", async ({ page, signInAs, installation }) => {
  await signInAs("compliance");
  expect(accountOf(installation, "compliance").role).toBe("compliance");
  await page.goto("/");
  await page.getByRole("link", { name: "With high-severity findings" }).click();
  await expect(page).toHaveURL("/verifications?severity=high");
  await page.goBack();
  await page.getByRole("region", { name: "By status" }).getByRole("link", { name: "Finished" }).click();
  await expect(page).toHaveURL("/verifications?status=finished");
  await page.goBack();
  await page.getByRole("region", { name: "Latest activity" }).getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/verifications\/ver_/);
});
