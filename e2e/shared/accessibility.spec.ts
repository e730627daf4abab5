import type { Page } from "@playwright/test";
import { expectFits, violationsOf } from "#e2e/support/axe.ts";
import { BROKEN, openWhileFailing } from "#e2e/support/failures.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";
import { openPalette } from "#e2e/support/palette.ts";
import { newTag } from "#e2e/support/sandbox.ts";

test.describe("axe finds nothing", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test.describe("for a browser that requests Spanish", () => {
    test.use({ locale: "es-MX" });

    test("on the pages before signing in, also after a refusal; another language keeps the text of an unsent form", async ({
      page,
      expectedNoise,
    }) => {
      expectedNoise.push(/status of 401/);
      await page.goto("/login");
      await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
      await page.getByLabel(/^Correo/).fill("nobody@example.com");
      await page.getByRole("button", { name: "Switch to English" }).click();
      const submit = page.getByRole("button", { name: "Sign in" });
      await expect(submit).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
      await page.getByLabel("Password").fill("not the password");
      await submit.click();
      await expect(page.getByRole("main").getByRole("alert").getByText(/./)).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto("/setup");
      await expect(page.getByRole("button", { name: "Create administrator" })).toBeEnabled();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  test("on the overview, and with a menu or the palette open", { tag: "@journey" }, async ({
    page,
    signInAs,
    play,
  }) => {
    await signInAs("admin");
    const { tag } = await play("finished");
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Latest activity" }).getByRole("link").nth(3)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    for (const name of ["Theme", /^Account of/]) {
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      expect(await violationsOf(page), `${name}`).toEqual([]);
      await page.keyboard.press("Escape");
    }
    const field = await openPalette(page);
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await field.fill(tag);
    await expect(palette.getByRole("option", { name: tag })).toBeVisible();
    expect(await violationsOf(page), "something found").toEqual([]);
    await field.fill("GOMC850101HDFRRL00");
    await expect(palette.getByRole("status")).toBeVisible();
    expect(await violationsOf(page), "a CURP").toEqual([]);
  });

  test("on a verification with parts that failed to load or are missing, and on a missing page", async ({
    page,
    signInAs,
    play,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of (409|503)/, ...NOT_FOUND_NOISE);
    await signInAs("compliance");
    await test.step("behind, without people and events", async () => {
      const { id } = await play("pending-upload");
      await page.route(/\/api\/verifications\/[^/]+\/(people|events)/, (route) => route.fulfill(BROKEN));
      await sandbox.faultFor(id, { kind: "status", status: 409 });
      await openWhileFailing(page, id, page.getByRole("main").getByText("The service reports a conflict (409)"));
      await expect(page.getByRole("region", { name: "People" }).getByRole("alert")).toBeVisible();
      await expect(page.getByRole("region", { name: "Activity" }).getByRole("alert")).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    });
    await test.step("not found", async () => {
      await page.goto("/verifications/nobody-knows-this-id-at-all-and-it-is-rather-long-for-a-phone");
      await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await expectFits(page);
    });
    await test.step("no page", async () => {
      await page.goto("/no/such/page");
      await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    });
    await test.step("not looked up", async () => {
      const refused = newTag();
      await sandbox.faultFor(refused, { kind: "status", status: 403 });
      await page.goto(`/verifications/${refused}`);
      await expect(page.getByText("This verification could not be looked up")).toBeVisible();
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
