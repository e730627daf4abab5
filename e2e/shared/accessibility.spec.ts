import type { Page } from "@playwright/test";
import { expectFits, violationsOf } from "#e2e/support/axe.ts";
import { BROKEN, openWhileFailing } from "#e2e/support/failures.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, search } from "#e2e/support/list.ts";
import { openPalette } from "#e2e/support/palette.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const NOTHING = "/verifications?q=nothing-is-called-like-this";
const FILTERED =
  "/verifications?status=pending,pending_validation,finished&severity=high,medium&has_item_error=true&quiet_days=14";

const SEARCH = /\/api\/searches\/verifications$/;

const filterButton = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: "Filters" }).getByRole("button", { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

/** That the tokens of the dark theme reach the page: `app/colours.test.ts` compares them. */
async function violationsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await violationsOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

test.describe("axe finds nothing", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("on the pages before signing in, also after a refusal", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 401/);
    await page.goto("/login");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").getByText(/./)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto("/setup");
    await expect(page.getByRole("button", { name: "Create administrator" })).toBeEnabled();
    expect(await violationsOf(page)).toEqual([]);
  });

  test("on the overview, and with a menu or the palette open", async ({ page, signInAs, play }) => {
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
    const palette = dialog(page, "Search and commands");
    await field.fill(tag);
    await expect(palette.getByRole("option", { name: tag })).toBeVisible();
    expect(await violationsOf(page), "something found").toEqual([]);
    await field.fill("GOMC850101HDFRRL00");
    await expect(palette.getByRole("status")).toBeVisible();
    expect(await violationsOf(page), "a CURP").toEqual([]);
  });

  test("on the list: full with a part of the address ignored, and filtered to nothing", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/verifications?status=finished&created_from=nonsense");
    await expect(page.getByRole("main").getByRole("link").nth(3)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsInTheDark(page), "dark").toEqual([]);
    await search(page).fill("nothing is called like this");
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  });

  test("on the list: held still, stale and failed", async ({
    page,
    signInAs,
    play,
    change,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 503/);
    await signInAs("compliance");
    const family = newTag();
    const { id, tag } = await play("pending-upload", `${family}-1`);
    const above = await play("pending-upload", `${family}-2`);
    await change(above.id, { kind: "documents_status", to: "partial_upload" });
    await page.goto(`/verifications?q=${family}`);
    await live(page);
    await rowOf(page, above.tag).hover();
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await expect(page.getByRole("button", { name: /\d+ updated/ })).toBeVisible();
    expect(await violationsOf(page), "held still").toEqual([]);
    await page.route(/\/api\/(verifications\?|searches\/verifications$)/, (route) => route.fulfill(BROKEN));
    await page.mouse.move(0, 0);
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(page.getByText(/^The list could not be refreshed/)).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    expect(await violationsOf(page), "stale").toEqual([]);
    await search(page).fill("anything else");
    await expect(page.getByText("The list could not be loaded")).toBeVisible();
    expect(await violationsOf(page), "failed").toEqual([]);
  });

  test("on each filter of the list, with chosen values", async ({ page, signInAs, play }) => {
    await signInAs("compliance");
    await play("item-error-password_protected_pdf");
    await page.goto(NOTHING);
    await live(page);
    let asked: string | null = null;
    page.on("request", (request) => {
      if (SEARCH.test(request.url())) asked = request.postData();
    });
    for (const name of [/^Status/, /^Documents/, /^Findings/, /^Review/, /^Created/, /^More filters/]) {
      await filterButton(page, name).click();
      await expect(dialog(page, name)).toBeVisible();
      const choice = dialog(page, name).getByRole("checkbox").first();
      if (await choice.isVisible()) {
        // Not one of the requests that updates cause, which ask for the same as before.
        const before = asked;
        const answered = page.waitForResponse(
          (response) => SEARCH.test(response.url()) && response.request().postData() !== before,
        );
        await choice.check();
        await answered;
        const total = page.getByText("0 verifications", { exact: true });
        await expect(total).not.toHaveClass(/opacity/);
        await expect(total).toHaveCSS("opacity", "1");
      }
      expect(await violationsOf(page), `${name}`).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await expectFits(page);
  });

  test("while verifications are added by id", async ({ page, signInAs, play, sandbox, expectedNoise }) => {
    expectedNoise.push(/status of 50\d/);
    await signInAs("compliance");
    const known = await play("pending-upload");
    const failing = newTag();
    await sandbox.faultFor(failing, { kind: "status", status: 500 });
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route(/\/api\/imports\/verifications$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(NOTHING);
    await page.getByRole("button", { name: "Add verifications by id" }).click();
    const adding = dialog(page, "Add verifications by id");
    await adding.getByRole("textbox").fill(`${known.id}\nver_unheard_of\n${failing}\nGOMC850101HDFRRL00`);
    expect(await violationsOf(page), "filled in").toEqual([]);
    await adding.getByRole("button", { name: "Add 3 verifications" }).click();
    await expect(adding.getByRole("progressbar")).toBeVisible();
    expect(await violationsOf(page), "under way").toEqual([]);
    go();
    await expect(adding.getByRole("button", { name: "Try 1 verification again" })).toBeVisible();
    expect(await violationsOf(page), "done").toEqual([]);
  });

  test("on a verification with one section of each kind opened, and two runs compared", async ({
    page,
    signInAs,
    play,
  }) => {
    await signInAs("compliance");
    const { id } = await play("item-error-free_text");
    await page.goto(`/verifications/${id}`);
    await expect(page.getByText(/^Updated /)).toBeVisible();
    const findings = page.getByRole("region", { name: /^Findings/ });
    await findings.getByText("What changed between two runs:").click();
    await expect(findings.getByRole("region", { name: /^The same/ })).toBeVisible();
    await page
      .getByRole("region", { name: /^Documents/ })
      .locator("summary")
      .first()
      .click();
    const activity = page.getByRole("region", { name: "Activity" });
    await activity.getByRole("listitem").filter({ hasText: "Verification finished" }).locator("summary").click();
    await expect(page.getByRole("region", { name: "Payload as it was sent" }).first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsInTheDark(page), "dark").toEqual([]);
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

  test("on a phone, with the menu or the filters open and closed", async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs("compliance");
    await page.goto("/");
    await expect(page.getByRole("main").getByRole("link", { name: "Due today" })).toBeAttached();
    await page.getByRole("button", { name: "Open the menu" }).click();
    await expect(dialog(page, "Main navigation")).toBeVisible();
    expect(await violationsOf(page), "the menu over the overview").toEqual([]);
    await page.goto("/verifications?status=finished");
    await live(page);
    expect(await violationsOf(page), "the list").toEqual([]);
    await filterButton(page, /^More filters/).click();
    await expect(dialog(page, /^More filters/)).toBeVisible();
    expect(await violationsOf(page), "its filters").toEqual([]);
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  /** What would move for longer than no time at all, anywhere on the page. */
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

  test("no page has a moving element, not even while it waits", async ({ page, signInAs, play, expectedNoise }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    await signInAs("compliance");
    const { id } = await play("reopened");
    // People are held, so that their place stays one that waits.
    await page.route(/\/people(\?|$)/, () => undefined);
    await page.goto(`/verifications/${id}`);
    await expect(page.getByText("Loading the people from the service")).toBeAttached();
    // With motion there is some, or this would prove nothing.
    expect(await moving(page)).not.toEqual([]);
    expect(await running(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moving(page)).toEqual([]);
    expect(await running(page)).toEqual([]);
    for (const path of ["/", FILTERED, "/verifications/ver_nobody"]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeAttached();
      expect(await moving(page), path).toEqual([]);
      expect(await running(page), path).toEqual([]);
    }
  });
});
