import type { Page } from "@playwright/test";
import { faultsInBothThemes } from "./support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import { live, rowOf, search } from "./support/list.ts";
import { BROKEN, openInTrouble } from "./support/trouble.ts";

const NOTHING = "/verifications?q=nothing-is-called-like-this";

const filterButton = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: "Filters" }).getByRole("button", { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test.describe("in either theme axe finds nothing", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("on the pages before signing in, and when that is refused", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 401/);
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").getByText(/./)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goto("/setup");
    await expect(page.getByRole("button", { name: "Create administrator" })).toBeEnabled();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("on the overview, and with a menu or the palette open", async ({ page, signInAs, play }) => {
    await signInAs("admin");
    const { tag } = await play("finished");
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Latest activity" }).getByRole("link").nth(3)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    for (const name of ["Theme", /^Account of/]) {
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+k");
    const palette = dialog(page, "Search and commands");
    await expect(palette.getByRole("option").first()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await palette.getByRole("combobox").fill(tag);
    await expect(palette.getByRole("option", { name: tag })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await palette.getByRole("combobox").fill("GOMC850101HDFRRL00");
    await expect(palette.getByRole("status")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  for (const [state, query] of [
    ["full", ""],
    ["filtered, with a part of the address ignored", "?status=finished&created_from=nonsense"],
  ]) {
    test(`on the list: ${state}`, async ({ page, signInAs }) => {
      await signInAs("compliance");
      await page.goto(`/verifications${query}`);
      await expect(page.getByRole("main").getByRole("link").nth(3)).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
    });
  }

  test("on the list: filtered to nothing, held still, failed and stale", async ({
    page,
    signInAs,
    play,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 503/);
    await signInAs("compliance");
    await page.goto(NOTHING);
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);

    const { id, tag } = await play("pending-upload");
    await page.goto("/verifications");
    await live(page);
    await page.getByRole("row").nth(1).hover();
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await expect(page.getByRole("button", { name: /\d+ updated/ })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);

    await page.goto(`/verifications?q=${tag}`);
    await live(page);
    await page.route(/\/api\/verifications\?/, (route) => route.fulfill(BROKEN));
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(page.getByText(/^This could not be refreshed/)).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await search(page).fill("anything else");
    await expect(page.getByText("The list could not be loaded")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("on each filter of the list, and with what they have chosen", async ({ page, signInAs, play }) => {
    await signInAs("compliance");
    await play("item-error-password_protected_pdf");
    await page.goto(NOTHING);
    await live(page);
    for (const name of [/^Status/, /^Documents/, /^Findings/, /^Label/, /^Created/, /^More filters/]) {
      await filterButton(page, name).click();
      await expect(dialog(page, name)).toBeVisible();
      expect(await faultsInBothThemes(page)).toEqual([]);
      const choice = dialog(page, name).getByRole("checkbox").first();
      if (await choice.isVisible()) await choice.check();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });

  test("while verifications are added by id", async ({ page, signInAs, play, sandbox, expectedNoise }) => {
    expectedNoise.push(/status of 50\d/);
    await signInAs("compliance");
    const known = await play("pending-upload");
    await sandbox.faultFor("ver_failing", { kind: "status", status: 500 });
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route(/\/api\/verifications\/import$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(NOTHING);
    await page.getByRole("button", { name: "Add verifications by id" }).click();
    const adding = dialog(page, "Add verifications by id");
    expect(await faultsInBothThemes(page)).toEqual([]);
    await adding.getByRole("textbox").fill(`${known.id}\nver_unheard_of\nver_failing\nGOMC850101HDFRRL00`);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await adding.getByRole("button", { name: "Read 3 verifications" }).click();
    await expect(adding.getByRole("progressbar")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    go();
    await expect(adding.getByRole("button", { name: "Try 1 again" })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("on a verification with one of each kind opened, and two runs compared", async ({ page, signInAs, play }) => {
    await signInAs("compliance");
    const { id } = await play("item-error-free_text");
    await page.goto(`/verifications/${id}`);
    await expect(page.getByText(/^Service read /)).toBeVisible();
    const findings = page.getByRole("region", { name: /^Findings/ });
    await findings.getByText("What changed between two runs:").click();
    await expect(findings.getByRole("region", { name: /^The same/ })).toBeVisible();
    await page
      .getByRole("region", { name: /^Items/ })
      .locator("summary")
      .first()
      .click();
    await page.getByRole("region", { name: "Activity" }).getByText("verification_item.v2.completed").first().click();
    await expect(page.getByRole("region", { name: "Payload as it was sent" }).first()).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("on a verification of which parts cannot be loaded, and one that is behind", async ({
    page,
    signInAs,
    play,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of (409|503)/);
    await signInAs("compliance");
    const { id } = await play("pending-upload");
    await page.route(/\/api\/verifications\/[^/]+\/(people|events)/, (route) => route.fulfill(BROKEN));
    await sandbox.faultFor(id, { kind: "status", status: 409 });
    await openInTrouble(page, id, page.getByText("The service reports a conflict (409)"));
    await expect(page.getByRole("region", { name: "People" }).getByRole("alert")).toBeVisible();
    await expect(page.getByRole("region", { name: "Activity" }).getByRole("alert")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("where there is no such verification or page, or the one cannot be looked up", async ({
    page,
    signInAs,
    sandbox,
    expectedNoise,
  }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    await signInAs("compliance");
    await page.goto("/verifications/ver_nobody");
    await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goto("/no/such/page");
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await sandbox.faultFor("ver_refused", { kind: "status", status: 403 });
    await page.goto("/verifications/ver_refused");
    await expect(page.getByText("This verification could not be looked up")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test("on a phone, with the menu or the filters open as without", async ({ page, signInAs, play }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs("compliance");
    const { id } = await play("reopened");
    for (const path of ["/", "/verifications", `/verifications/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("time").first()).toBeAttached();
      expect(await faultsInBothThemes(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Open the menu" }).click();
    await expect(dialog(page, "Main navigation")).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goto("/verifications?severity=high");
    await live(page);
    await filterButton(page, /^More filters/).click();
    await expect(dialog(page, /^More filters/)).toBeVisible();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
});

/** The screens that everybody comes by, of a file that has been through everything. */
const screensOf = (id: string): string[] => [
  "/",
  "/verifications",
  "/verifications?status=pending,pending_validation,finished&severity=high,medium&has_item_error=true&quiet_days=14",
  `/verifications/${id}`,
  "/verifications/ver_nobody",
];

test.describe("for those who want no motion", () => {
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

  test("nothing moves, on no screen, not even what waits", async ({ page, signInAs, play, expectedNoise }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    await signInAs("compliance");
    const { id } = await play("reopened");
    // People are held, so that their place stays one that waits.
    await page.route(/\/people$/, () => undefined);
    await page.goto(`/verifications/${id}`);
    await expect(page.getByText("Reading the people from the service")).toBeAttached();
    // With motion there is some, or this would prove nothing.
    expect(await moving(page)).not.toEqual([]);
    expect(await running(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moving(page)).toEqual([]);
    expect(await running(page)).toEqual([]);
    for (const path of screensOf(id)) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeAttached();
      expect(await moving(page)).toEqual([]);
      expect(await running(page)).toEqual([]);
    }
  });
});

for (const [name, viewport, locale] of [
  ["on a phone", { width: 360, height: 740 }, "en-US"],
  ["on a phone in Spanish", { width: 360, height: 740 }, "es-MX"],
  ["at 200 %", { width: 720, height: 450 }, "en-US"],
  ["at 200 % in Spanish", { width: 720, height: 450 }, "es-MX"],
  ["at 400 % in Spanish", { width: 320, height: 256 }, "es-MX"],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, locale });

    test("nothing has to be scrolled sideways", async ({ page, signInAs, play, expectedNoise }) => {
      expectedNoise.push(...NOT_FOUND_NOISE);
      const { id } = await play("reopened");
      const tooWide = () =>
        page.evaluate(() => document.scrollingElement && document.scrollingElement.scrollWidth - window.innerWidth);
      for (const path of ["/login", "/setup"]) {
        await page.goto(path);
        await expect(page.locator("main button[type=submit]")).toBeEnabled();
        expect(await tooWide(), path).toBeLessThanOrEqual(0);
      }
      await signInAs("compliance");
      for (const path of screensOf(id)) {
        await page.goto(path);
        await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeAttached();
        expect(await tooWide(), path).toBeLessThanOrEqual(0);
      }
    });
  });
}
