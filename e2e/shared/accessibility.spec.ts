import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";

/*
 * A refused sign-in: `components/access/access-forms.browser.test.tsx`; the overview: `overview.spec.ts`; menus and the
 * palette: `components/kit/shell`; parts of a file that failed to load: `components/desk/verification`; missing pages:
 * `verification.spec.ts` and `shell.spec.ts`.
 */
test.describe("axe finds nothing", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test.describe("for a browser that requests Spanish", () => {
    test.use({ locale: "es-MX" });

    test("on the pages before signing in; another language keeps the text of an unsent form", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
      await page.getByLabel(/^Correo/).fill("nobody@example.com");
      await page.getByRole("button", { name: "Switch to English" }).click();
      await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
      expect(await violationsOf(page)).toEqual([]);
      await page.goto("/setup");
      await expect(page.getByRole("button", { name: "Create administrator" })).toBeEnabled();
      expect(await violationsOf(page)).toEqual([]);
    });
  });
});

test.describe("motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  /** The elements of the page whose animation or transition has a duration. */
  const moving = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const lasts = (durations: string) => durations.split(", ").some((duration) => Number.parseFloat(duration) > 0);
        const moves = (animationName !== "none" && lasts(animationDuration)) || lasts(transitionDuration);
        return moves ? [element.outerHTML.slice(0, 120)] : [];
      }),
    );
  const running = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0)
        .map((animation) => `${animation.constructor.name} ${animation.id}`),
    );

  test("highlights the changed cell alone, and marks what waits; with reduced motion no page has a moving element", async ({
    page,
    signInAs,
    play,
    sandbox,
  }) => {
    await page.addInitScript(() => {
      const own = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        this.setAttribute("data-shone", "");
        return own.apply(this, given);
      };
    });
    // The request for people is held, so that their place keeps its loading state.
    await page.route(/\/api\/.*\/people(\?|$)/, () => undefined);
    await signInAs("compliance");
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag)).toContainText("Pending upload");
    await live(page);
    const shone = rowOf(page, tag).locator("[data-shone]");
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await expect(rowOf(page, tag)).toContainText("Partly uploaded");
    await expect(shone.filter({ hasText: "Partly uploaded" })).toHaveCount(1);
    await expect(rowOf(page, tag).getByRole("cell").filter({ hasText: tag })).not.toHaveAttribute("data-shone");
    await rowOf(page, tag).getByRole("link").click();
    await expect(page.getByText("Loading the people from the service")).toBeAttached();
    // Without reduced motion the page has a transition; otherwise the rest of the test would prove nothing.
    expect(await moving(page)).not.toEqual([]);
    expect(await running(page)).not.toEqual([]);

    await page.emulateMedia({ reducedMotion: "reduce" });
    const expectStill = async (where: string) => {
      expect(await moving(page), where).toEqual([]);
      expect(await running(page), where).toEqual([]);
    };
    await expectStill("the file");
    await page.goBack();
    await expect(rowOf(page, tag)).toBeVisible();
    await shone.evaluateAll((all) => {
      for (const element of all) element.removeAttribute("data-shone");
    });
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(rowOf(page, tag)).toContainText("Complete");
    await expect(shone).toHaveCount(0);
    await expectStill("the list");
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    await navigation.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expectStill("the overview");
  });
});
