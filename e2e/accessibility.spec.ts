import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";

/** What axe finds grave on the page as it stands, in words that a failing test can show. */
async function graveFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme axe finds nothing grave`, () => {
    test.use({ colorScheme });

    test("on the pages before signing in", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
      expect(await graveFaults(page)).toEqual([]);
      await page.goto("/setup");
      await expect(page.getByRole("button", { name: "Create administrator" })).toBeEnabled();
      expect(await graveFaults(page)).toEqual([]);
    });

    test("on the overview, and with a menu open", async ({ page, signInAs }) => {
      await signInAs("admin");
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Latest activity" }).getByRole("link").nth(3)).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Theme" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
    });

    for (const [state, query] of [
      ["full", ""],
      ["filtered, with a part of the address ignored", "?status=finished&created_from=nonsense"],
    ]) {
      test(`on the list: ${state}`, async ({ page, signInAs }) => {
        await signInAs("compliance");
        await page.goto(`/verifications${query}`);
        await expect(page.getByRole("main").getByRole("link").nth(3)).toBeVisible();
        expect(await graveFaults(page)).toEqual([]);
      });
    }

    test("on the list: filtered to nothing", async ({ page, signInAs }) => {
      await signInAs("compliance");
      await page.goto("/verifications?q=nothing-is-called-like-this");
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
    });

    for (const name of [/^Status/, /^Created/, /^More filters/]) {
      test(`on the list's filter ${name.source.slice(1)}`, async ({ page, signInAs }) => {
        await signInAs("compliance");
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto("/verifications?q=nothing-is-called-like-this");
        await page.getByRole("region", { name: "Filters" }).getByRole("button", { name }).click();
        await expect(page.getByRole("dialog", { name })).toBeVisible();
        expect(await graveFaults(page)).toEqual([]);
      });
    }

    test("while verifications are added by id", async ({ page, signInAs }) => {
      await signInAs("compliance");
      await page.goto("/verifications?q=nothing-is-called-like-this");
      await page.getByRole("button", { name: "Add verifications by id" }).click();
      const dialog = page.getByRole("dialog", { name: "Add verifications by id" });
      await dialog.getByRole("textbox").fill("ver_nobody_1 ver_nobody_2");
      await dialog.getByRole("button", { name: "Read 2 verifications" }).click();
      await expect(dialog.getByText("The service knows none of these.")).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
    });

    test("on a verification with one of each kind opened", async ({ page, signInAs, play }) => {
      await signInAs("compliance");
      const { id } = await play("item-error-free_text");
      await page.goto(`/verifications/${id}`);
      await expect(page.getByText(/^Service read /)).toBeVisible();
      for (const name of [/^Findings/, /^Items/]) {
        await page.getByRole("region", { name }).locator("summary").first().click();
      }
      await page.getByRole("region", { name: "Activity" }).getByText("verification_item.v2.completed").first().click();
      await expect(page.getByRole("region", { name: "Payload as it was sent" }).first()).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
    });

    test("where there is no such verification or page", async ({ page, signInAs, expectedNoise }) => {
      expectedNoise.push(...NOT_FOUND_NOISE);
      await signInAs("compliance");
      await page.goto("/verifications/ver_nobody");
      await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
      await page.goto("/no/such/page");
      await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
      expect(await graveFaults(page)).toEqual([]);
    });
  });
}

test("on a phone axe finds nothing grave either, with the menu open as without", async ({ page, signInAs, play }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs("compliance");
  const { id } = await play("reopened");
  for (const path of ["/verifications", `/verifications/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("link").or(page.getByRole("article")).first()).toBeVisible();
    expect(await graveFaults(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("dialog", { name: "Main navigation" })).toBeVisible();
  expect(await graveFaults(page)).toEqual([]);
});
