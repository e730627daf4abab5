import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? "system");

async function choose(page: Page, theme: "System" | "Light" | "Dark") {
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: theme }).click();
}

/* A browser that requests Spanish, and the text of an unsent form: `accessibility.spec.ts`. */
test.describe("the language", () => {
  test("changes without losing address, scroll position or typed text, and stays after a reload", async ({
    page,
    signInAs,
  }) => {
    await signInAs("compliance");
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.goto("/verifications?status=finished");
    const table = page.getByRole("table", { name: "Verifications" });
    await expect(table.getByRole("link").first()).toBeVisible();
    const search = page.getByRole("search").getByRole("textbox", { name: "Search" });
    await search.fill("EXP-1");
    await expect(page).toHaveURL(/q=EXP-1/);
    await search.fill("");
    await expect(page).toHaveURL("/verifications?status=finished");
    await search.focus();
    await page.evaluate(() => window.scrollTo(0, 60));
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("heading", { name: "Expedientes", level: 1 })).toBeVisible();
    await expect(page).toHaveURL("/verifications?status=finished");
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
    await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Expedientes", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Switch to English" }).click();
    await expect(page.getByRole("heading", { name: "Verifications", level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("changes in the middle of a file without losing the position", async ({ page, signInAs, play }) => {
    await signInAs("admin");
    const { id } = await play("full-upload");
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.goto(`/verifications/${id}`);
    const activity = page.getByRole("region", { name: /^(Activity|Actividad)/ });
    // Not simply the first one: the read at the opening adds entries above it, and not all of them have a payload.
    await activity.locator("summary", { hasText: "#" }).first().click();
    await expect(activity.locator("pre").first()).toBeVisible();
    // A placeholder of a part that is still loading leaves the page, and has no place then.
    await expect(page.getByRole("main").locator('[data-slot="skeleton"]')).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, 700));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    // The reader's place is an element, not a number of pixels: a read that arrives meanwhile adds lines above it.
    const read = await page.evaluateHandle(() => document.elementFromPoint(500, 250));
    const top = () =>
      read.evaluate((element) => (element?.isConnected ? element.getBoundingClientRect().top : Number.NaN));
    const before = await top();
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("region", { name: /^Actividad/ })).toBeAttached();
    await expect(page).toHaveURL(`/verifications/${id}`);
    // Texts of another length move the lines below them, but not away from the reader.
    expect(Math.abs((await top()) - before)).toBeLessThan(60);
    await expect(activity.locator("pre").first()).toBeVisible();
  });
});

test("the theme follows the system until the user chooses one, survives a reload, and is set before the first paint", async ({
  page,
  signInAs,
}) => {
  await signInAs("compliance");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  expect(await themeOf(page)).toBe("system");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).not.toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await choose(page, "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // The document as the server sends it: no script has to set the theme, so nothing flashes.
  const sent = await (await page.request.get("/")).text();
  expect(sent).toMatch(/<html[^>]*data-theme="dark"/);
  await page.reload();
  expect(await themeOf(page)).toBe("dark");
  await expect(page.locator("body")).toHaveCSS("color-scheme", "dark");
  await choose(page, "Light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.locator("body")).toHaveCSS("color-scheme", "light");
  await choose(page, "System");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});
